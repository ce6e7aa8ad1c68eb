// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import './SandboxRouter.sol';
import './UnoswapRouter.sol';

/// Stands at the address of 1inch's AggregationRouterV6: swaps through pools with the router's own
/// methods, and does for any other call what the service's server announced.
contract SandboxOneInch is SandboxRouter, UnoswapRouter {
    constructor(address weth, address factory) UnoswapRouter(weth, factory) {}
}
