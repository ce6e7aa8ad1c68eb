// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// A token that bridges itself by LayerZero, with the interface of IOFT.sol of the oft-evm package
/// (read 2026-11). It locks the tokens on every chain and pays out what it holds; the operator of the
/// sandbox stands for LayerZero's verifiers and executors.
contract SandboxOft {
    struct SendParam {
        uint32 dstEid;
        bytes32 to;
        uint256 amountLD;
        uint256 minAmountLD;
        bytes extraOptions;
        bytes composeMsg;
        bytes oftCmd;
    }

    struct MessagingFee {
        uint256 nativeFee;
        uint256 lzTokenFee;
    }

    struct MessagingReceipt {
        bytes32 guid;
        uint64 nonce;
        MessagingFee fee;
    }

    struct OFTLimit {
        uint256 minAmountLD;
        uint256 maxAmountLD;
    }

    struct OFTFeeDetail {
        int256 feeAmountLD;
        string description;
    }

    struct OFTReceipt {
        uint256 amountSentLD;
        uint256 amountReceivedLD;
    }

    address public immutable token;
    address public immutable operator;
    uint32 public immutable eid;
    uint64 public nonce;
    /// What a message costs, in native coins.
    uint256 public constant messageFee = 100_000_000_000_000;
    mapping(bytes32 => bool) public isDelivered;

    event OFTSent(
        bytes32 indexed guid,
        uint32 dstEid,
        address indexed fromAddress,
        uint256 amountSentLD,
        uint256 amountReceivedLD
    );
    event OFTReceived(
        bytes32 indexed guid, uint32 srcEid, address indexed toAddress, uint256 amountReceivedLD
    );
    /// What the endpoint of a live chain says of the message.
    event Packet(bytes32 indexed guid, uint32 dstEid, address to, uint256 amount);

    constructor(address token_, address operator_, uint32 eid_) {
        token = token_;
        operator = operator_;
        eid = eid_;
    }

    function approvalRequired() external pure returns (bool) {
        return true;
    }

    function quoteOFT(SendParam calldata order)
        external
        pure
        returns (OFTLimit memory, OFTFeeDetail[] memory, OFTReceipt memory)
    {
        OFTReceipt memory receipt = OFTReceipt(order.amountLD, order.amountLD);
        return (OFTLimit(0, type(uint64).max), new OFTFeeDetail[](0), receipt);
    }

    function quoteSend(SendParam calldata, bool) external pure returns (MessagingFee memory) {
        return MessagingFee(messageFee, 0);
    }

    function send(SendParam calldata order, MessagingFee calldata fee, address refundAddress)
        external
        payable
        returns (MessagingReceipt memory, OFTReceipt memory)
    {
        require(msg.value == fee.nativeFee && fee.nativeFee >= messageFee, 'NotEnoughNative');
        require(order.amountLD >= order.minAmountLD, 'SlippageExceeded');
        nonce++;
        bytes32 guid = keccak256(abi.encodePacked(nonce, eid, address(this), order.dstEid, order.to));
        _call(
            abi.encodeWithSignature(
                'transferFrom(address,address,uint256)', msg.sender, address(this), order.amountLD
            )
        );
        (bool isBack,) = refundAddress.call{value: msg.value - messageFee}('');
        require(isBack, 'LzToken: no refund');
        emit Packet(guid, order.dstEid, address(uint160(uint256(order.to))), order.amountLD);
        emit OFTSent(guid, order.dstEid, msg.sender, order.amountLD, order.amountLD);
        return (
            MessagingReceipt(guid, nonce, MessagingFee(messageFee, 0)),
            OFTReceipt(order.amountLD, order.amountLD)
        );
    }

    function deliver(bytes32 guid, uint32 srcEid, address to, uint256 amount) external {
        require(msg.sender == operator, 'OnlyEndpoint');
        require(!isDelivered[guid], 'already delivered');
        isDelivered[guid] = true;
        _call(abi.encodeWithSignature('transfer(address,uint256)', to, amount));
        emit OFTReceived(guid, srcEid, to, amount);
    }

    /// Tether's token on ETH answers nothing.
    function _call(bytes memory data) private {
        (bool isDone, bytes memory answer) = token.call(data);
        require(isDone && (answer.length == 0 || abi.decode(answer, (bool))), 'transfer failed');
    }
}
