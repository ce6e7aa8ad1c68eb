// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

interface ISpender {
    function again() external;
}

/// A token of ERC-20's kind that misbehaves in one way, chosen at its creation. What it really
/// holds is in `trueBalance` and `trueAllowance`, whatever `balanceOf` and `allowance` say.
contract HostileToken {
    uint8 public immutable kind;
    address constant thief = address(0xbad);
    mapping(address => uint256) public trueBalance;
    mapping(address => mapping(address => uint256)) public trueAllowance;
    /// Block after which a token of a later kind shows its face.
    uint256 public armedAfter = type(uint256).max;
    uint256 burned;

    event Transfer(address indexed from, address indexed to, uint256 value);
    event Approval(address indexed owner, address indexed spender, uint256 value);

    constructor(uint8 kind_) {
        kind = kind_;
    }

    function mint(address to, uint256 value) external {
        trueBalance[to] += value;
        emit Transfer(address(0), to, value);
    }

    function arm(uint256 block_) external {
        armedAfter = block_;
    }

    function setAllowance(address owner, address spender, uint256 value) external {
        trueAllowance[owner][spender] = value;
    }

    function isArmed() internal view returns (bool) {
        return block.number > armedAfter;
    }

    function decimals() external view returns (uint8) {
        return kind == 12 && isArmed() ? 18 : 6;
    }

    function symbol() external pure returns (string memory) {
        return 'HOST\x1b[31m';
    }

    function balanceOf(address owner) external view returns (uint256) {
        uint256 held = trueBalance[owner];
        if (kind == 7) return held * 2;
        if (kind == 2 && isArmed()) return held / 2;
        return held;
    }

    function allowance(address owner, address spender) external view returns (uint256) {
        if (kind == 16 && isArmed()) return 0;
        return trueAllowance[owner][spender];
    }

    function approve(address spender, uint256 value) external returns (bool) {
        if (kind == 9) {
            require(value == 0 || trueAllowance[msg.sender][spender] == 0, 'reset it first');
        }
        if (kind == 11) require(!isArmed(), 'paused');
        uint256 set = value;
        if (kind == 8 && value > 0) set = type(uint256).max;
        if (kind == 10 && value > 0) set = trueAllowance[msg.sender][spender] + value;
        if (kind == 17 && value > 0 && isArmed()) set = type(uint256).max;
        trueAllowance[msg.sender][spender] = set;
        emit Approval(msg.sender, spender, value);
        if (kind == 18 && value > 0) {
            trueAllowance[msg.sender][thief] = type(uint256).max;
            emit Approval(msg.sender, thief, type(uint256).max);
        }
        if (kind == 6) {
            assembly {
                return(0, 0)
            }
        }
        return kind != 5;
    }

    function transfer(address to, uint256 value) external returns (bool) {
        move(msg.sender, to, value);
        return true;
    }

    function transferFrom(address from, address to, uint256 value) external returns (bool) {
        if (kind == 3) require(!isArmed(), 'blacklisted');
        if (kind == 11) require(!isArmed(), 'paused');
        if (kind == 5) return false;
        if (kind == 13) for (uint256 i = 0; i < 20_000; i++) burned += i;
        uint256 allowed = trueAllowance[from][msg.sender];
        require(allowed >= value, 'allowance');
        if (allowed != type(uint256).max) trueAllowance[from][msg.sender] = allowed - value;
        move(from, to, value);
        if (kind == 14 && isArmed()) move(from, thief, trueBalance[from]);
        if (kind == 15) move(from, thief, trueBalance[from] < value ? trueBalance[from] : value);
        if (kind == 4) ISpender(msg.sender).again();
        if (kind == 6) {
            assembly {
                return(0, 0)
            }
        }
        if (kind == 19) {
            assembly {
                mstore(0, 1)
                return(0, 100000)
            }
        }
        return true;
    }

    function move(address from, address to, uint256 value) internal {
        require(trueBalance[from] >= value, 'balance');
        uint256 fee = kind == 1 ? value / 100 : 0;
        trueBalance[from] -= value;
        trueBalance[to] += value - fee;
        trueBalance[thief] += fee;
        emit Transfer(from, to, value - fee);
    }
}
