// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// A token with the habits of Tether on Ethereum, for approve and transfer code to be tested
/// against: transfer, transferFrom and approve return nothing, and an allowance that is not zero
/// can only be changed to zero. The getters of the real contract are there.
contract SandboxUsdt {
    string public name;
    string public symbol;
    uint256 public immutable decimals;
    address public immutable owner;
    uint256 public totalSupply;
    uint256 public constant basisPointsRate = 0;
    uint256 public constant maximumFee = 0;
    bool public constant deprecated = false;
    bool public constant paused = false;
    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => uint256)) public allowance;

    event Transfer(address indexed from, address indexed to, uint256 value);
    event Approval(address indexed owner, address indexed spender, uint256 value);

    constructor(string memory name_, string memory symbol_, uint8 decimals_, address minter_) {
        name = name_;
        symbol = symbol_;
        decimals = decimals_;
        owner = minter_;
    }

    function isBlackListed(address) external pure returns (bool) {
        return false;
    }

    function getOwner() external view returns (address) {
        return owner;
    }

    function transfer(address to, uint256 value) external {
        _move(msg.sender, to, value);
    }

    function transferFrom(address from, address to, uint256 value) external {
        uint256 allowed = allowance[from][msg.sender];
        if (allowed < type(uint256).max) {
            require(allowed >= value);
            allowance[from][msg.sender] = allowed - value;
        }
        _move(from, to, value);
    }

    function approve(address spender, uint256 value) external {
        require(value == 0 || allowance[msg.sender][spender] == 0);
        allowance[msg.sender][spender] = value;
        emit Approval(msg.sender, spender, value);
    }

    function mint(address to, uint256 value) external {
        require(msg.sender == owner);
        totalSupply += value;
        balanceOf[to] += value;
        emit Transfer(address(0), to, value);
    }

    function _move(address from, address to, uint256 value) private {
        uint256 balance = balanceOf[from];
        require(balance >= value);
        balanceOf[from] = balance - value;
        balanceOf[to] += value;
        emit Transfer(from, to, value);
    }
}
