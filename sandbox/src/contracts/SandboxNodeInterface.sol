// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

interface IArbSys {
    function constructOutboxProof(uint64 size, uint64 leaf)
        external
        view
        returns (bytes32 send, bytes32 root, bytes32[] memory proof);
}

/// What a node of ARBITRUM answers at an address without code (NodeInterface.sol of
/// https://github.com/OffchainLabs/nitro-contracts, read 2026-11): here the keeper of the tree is
/// asked.
contract SandboxNodeInterface {
    function constructOutboxProof(uint64 size, uint64 leaf)
        external
        view
        returns (bytes32 send, bytes32 root, bytes32[] memory proof)
    {
        return IArbSys(address(0x64)).constructOutboxProof(size, leaf);
    }
}
