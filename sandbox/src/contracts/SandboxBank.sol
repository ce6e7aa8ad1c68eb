// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

interface IMintable {
    function mint(address to, uint256 value) external;
}

interface IWrappedNative {
    function deposit() external payable;
    function transfer(address to, uint256 value) external returns (bool);
}

interface IPairFactory {
    function getPair(address a, address b) external view returns (address);
    function createPair(address a, address b) external returns (address);
}

interface IPair {
    function mint(address to) external returns (uint256);
}

interface IPoolFactory {
    function getPool(address a, address b, uint24 fee) external view returns (address);
    function createPool(address a, address b, uint24 fee) external returns (address);
}

interface IPool {
    function initialize(uint160 sqrtPriceX96) external;
    function mint(address to, int24 lower, int24 upper, uint128 liquidity, bytes calldata data)
        external
        returns (uint256, uint256);
}

/// Makes the sandbox's money: mints its tokens, wraps its native coin, and pays both into
/// Uniswap pools as an ordinary liquidity provider. Only the operator of the sandbox may ask.
contract SandboxBank {
    struct Range {
        int24 lower;
        int24 upper;
        uint128 liquidity;
    }

    address public immutable operator;
    address public immutable wrappedNative;
    address private payingPool;

    constructor(address operator_, address wrappedNative_) {
        operator = operator_;
        wrappedNative = wrappedNative_;
    }

    receive() external payable {}

    modifier onlyOperator() {
        require(msg.sender == operator, 'SandboxBank: only the operator');
        _;
    }

    /// Hands out `amounts[i]` of `tokens[i]` to `to`.
    function deliver(address to, address[] calldata tokens, uint256[] calldata amounts)
        external
        onlyOperator
    {
        for (uint256 i = 0; i < tokens.length; i++) _deliver(tokens[i], to, amounts[i]);
    }

    function seedPair(address factory, address a, address b, uint256 amountA, uint256 amountB)
        external
        onlyOperator
    {
        address pair = IPairFactory(factory).getPair(a, b);
        if (pair == address(0)) pair = IPairFactory(factory).createPair(a, b);
        _deliver(a, pair, amountA);
        _deliver(b, pair, amountB);
        IPair(pair).mint(address(this));
    }

    /// `token0` must be the smaller address, as the pool sorts them.
    function seedPool(
        address factory,
        address token0,
        address token1,
        uint24 fee,
        uint160 sqrtPriceX96,
        Range[] calldata ranges
    ) external onlyOperator {
        address pool = IPoolFactory(factory).getPool(token0, token1, fee);
        if (pool == address(0)) {
            pool = IPoolFactory(factory).createPool(token0, token1, fee);
            IPool(pool).initialize(sqrtPriceX96);
        }
        payingPool = pool;
        bytes memory data = abi.encode(token0, token1);
        for (uint256 i = 0; i < ranges.length; i++) {
            IPool(pool).mint(
                address(this), ranges[i].lower, ranges[i].upper, ranges[i].liquidity, data
            );
        }
        payingPool = address(0);
    }

    function uniswapV3MintCallback(uint256 owed0, uint256 owed1, bytes calldata data) external {
        require(msg.sender == payingPool, 'SandboxBank: not the pool being seeded');
        (address token0, address token1) = abi.decode(data, (address, address));
        if (owed0 > 0) _deliver(token0, msg.sender, owed0);
        if (owed1 > 0) _deliver(token1, msg.sender, owed1);
    }

    function _deliver(address token, address to, uint256 amount) private {
        if (token == wrappedNative) {
            IWrappedNative(token).deposit{value: amount}();
            IWrappedNative(token).transfer(to, amount);
        } else {
            IMintable(token).mint(to, amount);
        }
    }
}
