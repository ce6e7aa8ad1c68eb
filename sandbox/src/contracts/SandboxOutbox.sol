// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// Pays messages of ARBITRUM out on ETH once their root is known, each once: Outbox.sol of
/// https://github.com/OffchainLabs/nitro-contracts (read 2026-11) without its bridge, whose coins it
/// holds itself. The operator of the sandbox stands for the rollup.
contract SandboxOutbox {
    address public immutable operator;
    mapping(bytes32 => bytes32) public roots;
    mapping(uint256 => bool) public isSpent;

    event SendRootUpdated(bytes32 indexed outputRoot, bytes32 indexed l2BlockHash);
    event OutBoxTransactionExecuted(
        address indexed to, address indexed l2Sender, uint256 indexed zero, uint256 transactionIndex
    );

    constructor(address operator_) {
        operator = operator_;
    }

    receive() external payable {}

    function updateSendRoot(bytes32 root, bytes32 l2BlockHash) external {
        require(msg.sender == operator, 'SandboxOutbox: only the operator');
        roots[root] = l2BlockHash;
        emit SendRootUpdated(root, l2BlockHash);
    }

    function executeTransaction(
        bytes32[] calldata proof,
        uint256 index,
        address l2Sender,
        address to,
        uint256 l2Block,
        uint256 l1Block,
        uint256 l2Timestamp,
        uint256 value,
        bytes calldata data
    ) external {
        bytes32 item = keccak256(
            abi.encodePacked(l2Sender, to, l2Block, l1Block, l2Timestamp, value, data)
        );
        _spend(proof, index, item);
        emit OutBoxTransactionExecuted(to, l2Sender, 0, index);
        (bool isPaid,) = to.call{value: value}(data);
        require(isPaid, 'BridgeCallFailed');
    }

    function _spend(bytes32[] calldata proof, uint256 index, bytes32 item) private {
        bytes32 node = keccak256(abi.encodePacked(item));
        uint256 place = index;
        for (uint256 i = 0; i < proof.length; i++) {
            node = place % 2 == 0
                ? keccak256(abi.encodePacked(node, proof[i]))
                : keccak256(abi.encodePacked(proof[i], node));
            place /= 2;
        }
        require(place == 0, 'PathNotMinimal');
        require(roots[node] != bytes32(0), 'UnknownRoot');
        require(!isSpent[index], 'AlreadySpent');
        isSpent[index] = true;
    }
}
