// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// The part of ARBITRUM's own contract (ArbSys.sol of
/// https://github.com/OffchainLabs/nitro-contracts, read 2026-11) that sends coins to ETH. The node
/// of a live chain keeps the tree of messages; here the contract does.
contract SandboxArbSys {
    bytes32[] private leaves;

    event L2ToL1Tx(
        address caller,
        address indexed destination,
        uint256 indexed hash,
        uint256 indexed position,
        uint256 arbBlockNum,
        uint256 ethBlockNum,
        uint256 timestamp,
        uint256 callvalue,
        bytes data
    );

    function arbChainID() external view returns (uint256) {
        return block.chainid;
    }

    function withdrawEth(address destination) external payable returns (uint256) {
        bytes32 item = keccak256(
            abi.encodePacked(
                msg.sender, destination, block.number, block.number, block.timestamp, msg.value
            )
        );
        uint256 position = leaves.length;
        leaves.push(keccak256(abi.encodePacked(item)));
        emit L2ToL1Tx(
            msg.sender,
            destination,
            uint256(item),
            position,
            block.number,
            block.number,
            block.timestamp,
            msg.value,
            ''
        );
        return uint256(item);
    }

    /// Root of the first `size` messages, and the way to it from one of them: a binary tree whose
    /// empty places are zero.
    function constructOutboxProof(uint64 size, uint64 leaf)
        external
        view
        returns (bytes32 send, bytes32 root, bytes32[] memory proof)
    {
        require(leaf < size && size <= leaves.length, 'SandboxArbSys: no such message');
        uint256 depth;
        while ((uint256(1) << depth) < size) depth++;
        bytes32[] memory layer = new bytes32[](uint256(1) << depth);
        for (uint256 i = 0; i < size; i++) layer[i] = leaves[i];
        send = layer[leaf];
        proof = new bytes32[](depth);
        uint256 place = leaf;
        for (uint256 level = 0; level < depth; level++) {
            proof[level] = layer[place ^ 1];
            place >>= 1;
            for (uint256 i = 0; i < layer.length >> (level + 1); i++) {
                layer[i] = keccak256(abi.encodePacked(layer[2 * i], layer[2 * i + 1]));
            }
        }
        root = layer[0];
    }
}
