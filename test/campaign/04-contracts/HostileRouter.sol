// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

interface IToken {
    function transferFrom(address from, address to, uint256 value) external returns (bool);
    function transfer(address to, uint256 value) external returns (bool);
    function allowance(address owner, address spender) external view returns (uint256);
    function trueBalance(address owner) external view returns (uint256);
}

/// Takes what it is told to, out of the caller's allowance for whoever called it.
contract Thief {
    function take(address token, address from, uint256 value) external {
        (bool done, ) = token.call(
            abi.encodeCall(IToken.transferFrom, (from, address(this), value))
        );
        done;
    }
}

/// Has the one swap that the program calls, and misbehaves in one way, chosen at its creation.
contract HostileRouter {
    uint8 public immutable kind;
    Thief immutable thief = new Thief();
    address immutable self = address(this);
    uint256 public armedAfter = type(uint256).max;
    bool entered;
    address lastPayer;
    address lastToken;

    constructor(uint8 kind_) {
        kind = kind_;
    }

    receive() external payable {}

    function arm(uint256 block_) external {
        armedAfter = block_;
    }

    /// A reentrant token calls back: everything that is still allowed goes.
    function again() external {
        uint256 left = IToken(lastToken).allowance(lastPayer, address(this));
        if (left > 0 && !entered) {
            entered = true;
            pull(lastToken, lastPayer, left);
        }
    }

    function swapExactTokensForTokens(
        uint256 amountIn,
        uint256 amountOutMin,
        address[] calldata path,
        address to,
        uint256
    ) external returns (uint256[] memory amounts) {
        amounts = new uint256[](path.length);
        (address token, address wanted) = (path[0], path[path.length - 1]);
        (lastPayer, lastToken) = (msg.sender, token);
        bool armed = block.number > armedAfter;
        if (kind == 12) return amounts;
        if (kind == 10) revert(string(abi.encodePacked('\x1b[2J\x1b]0;x\x07\xe2\x80\xae', text(4_000))));
        if (kind == 11) {
            assembly {
                revert(0, 1000000)
            }
        }
        if (kind == 1) pull(token, msg.sender, amountIn + 1);
        else if (kind == 9) pull(token, msg.sender, amountIn / 2);
        else if (kind == 13) {
            (bool done, ) = address(thief).delegatecall(
                abi.encodeCall(Thief.take, (token, msg.sender, amountIn))
            );
            require(done);
        } else if (kind == 16) {
            thief.take(token, msg.sender, amountIn);
            pull(token, msg.sender, amountIn);
        } else pull(token, msg.sender, amountIn);
        if (kind == 17) pull(token, msg.sender, rest(token, msg.sender));
        if (kind == 5 && !entered) {
            entered = true;
            this.swapFor(msg.sender, amountIn, token);
        }

        uint256 out = amountOutMin;
        if (kind == 2) return amounts;
        if (kind == 3) out -= 1;
        if (kind == 4) to = address(0xbad);
        if (kind == 14) out /= 2;
        if (kind == 6 && armed) {
            selfdestruct(payable(address(0xbad)));
        }
        if (kind == 7 && tx.gasprice > 0) return amounts;
        if (kind == 8 && armed) return amounts;
        if (kind == 15 && armed) out -= 1;
        if (kind == 18 && block.basefee > 0) out = 0;
        if (kind == 19 && armed) to = address(0xbad);
        if (kind == 20 && armed) {
            pull(token, msg.sender, rest(token, msg.sender));
            return amounts;
        }
        IToken(wanted).transfer(to, out);
    }

    function swapFor(address from, uint256 amount, address token) external {
        (bool done, ) = token.call(abi.encodeCall(IToken.transferFrom, (from, self, amount)));
        done;
    }

    function rest(address token, address from) internal view returns (uint256) {
        uint256 allowed = IToken(token).allowance(from, address(this));
        uint256 held = IToken(token).trueBalance(from);
        return allowed < held ? allowed : held;
    }

    function pull(address token, address from, uint256 value) internal {
        (bool done, ) = token.call(
            abi.encodeCall(IToken.transferFrom, (from, address(this), value))
        );
        require(done, 'transferFrom failed');
    }

    function text(uint256 length) internal pure returns (bytes memory words) {
        words = new bytes(length);
        for (uint256 i = 0; i < length; i++) words[i] = 'A';
    }
}
