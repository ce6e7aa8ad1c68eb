// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// Takes a part of every transfer from or to a pair, as tokens with a fee on transfer do.
contract TaxedToken {
    string public constant name = 'Taxed';
    string public constant symbol = 'TAX';
    uint8 public constant decimals = 18;
    uint256 public immutable buyBps;
    uint256 public immutable sellBps;
    address public pair;
    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => uint256)) public allowance;

    event Transfer(address indexed from, address indexed to, uint256 value);
    event Approval(address indexed owner, address indexed spender, uint256 value);

    constructor(uint256 buyBps_, uint256 sellBps_) {
        buyBps = buyBps_;
        sellBps = sellBps_;
        balanceOf[msg.sender] = 1_000_000 ether;
    }

    function setPair(address pair_) external {
        pair = pair_;
    }

    function approve(address spender, uint256 value) external returns (bool) {
        allowance[msg.sender][spender] = value;
        emit Approval(msg.sender, spender, value);
        return true;
    }

    function transfer(address to, uint256 value) external returns (bool) {
        move(msg.sender, to, value);
        return true;
    }

    function transferFrom(address from, address to, uint256 value) external returns (bool) {
        allowance[from][msg.sender] -= value;
        move(from, to, value);
        return true;
    }

    function move(address from, address to, uint256 value) internal {
        uint256 bps = from == pair ? buyBps : to == pair ? sellBps : 0;
        uint256 tax = (value * bps) / 10_000;
        balanceOf[from] -= value;
        balanceOf[to] += value - tax;
        balanceOf[address(this)] += tax;
        emit Transfer(from, to, value - tax);
        if (tax > 0) emit Transfer(from, address(this), tax);
    }
}
