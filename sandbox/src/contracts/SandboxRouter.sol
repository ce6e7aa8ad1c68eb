// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// Stands at the address of a provider's router or bridge and does what the provider's sandbox
/// server announced for one exact call. The announcement, a plan, is the code of an account whose
/// address follows from this contract and the hash of the call data: the node puts it there without
/// a transaction. So the contract needs to know no provider's interface, and it can do nothing
/// that was not announced.
contract SandboxRouter {
    /// The zero token is the native coin.
    struct Payment {
        address token;
        address to;
        uint256 amount;
    }

    struct Log {
        bytes32[] topics;
        bytes data;
    }

    enum WhenMined {
        AsPlanned,
        Reverts,
        KeepsTheMoney
    }

    struct Plan {
        /// Zero: anyone.
        address sender;
        uint256 value;
        /// Taken from the sender by allowance; zero: only `value` is taken.
        address token;
        uint256 amount;
        /// The contract that holds the allowance; zero: this one.
        address spender;
        Payment[] payments;
        Log[] logs;
        /// What the call returns, encoded.
        bytes result;
        WhenMined whenMined;
    }

    mapping(bytes32 => bool) public used;

    event PlanUsed(bytes32 indexed plan);

    receive() external payable {}

    /// Where the plan of a call is, by the hash of the call data.
    function planAt(bytes32 plan) public view returns (address) {
        return address(uint160(uint256(keccak256(abi.encode(address(this), plan)))));
    }

    /// For routers whose allowances are held by another contract: only contracts of this kind ask.
    function pull(address token, address from, address to, uint256 amount) external {
        require(msg.sender.codehash == address(this).codehash, 'SandboxRouter: not a router');
        _pull(token, from, to, amount);
    }

    fallback() external payable {
        bytes32 key = keccak256(msg.data);
        bytes memory code = planAt(key).code;
        require(code.length > 0, 'SandboxRouter: no such call was built');
        require(!used[key], 'SandboxRouter: this call was made before');
        Plan memory plan = abi.decode(code, (Plan));
        require(
            plan.sender == address(0) || plan.sender == msg.sender,
            'SandboxRouter: built for another sender'
        );
        require(plan.value == msg.value, 'SandboxRouter: built for another value');
        used[key] = true;
        emit PlanUsed(key);
        WhenMined fate = plan.whenMined;
        if (tx.gasprice == 0 || block.basefee == 0) {
            // anvil simulates without a base fee, whatever it is asked for: simulations see the
            // price before it moves. The look at an empty slot is there so that they measure no
            // less gas than mining takes.
            fate = used[bytes32(0)] ? fate : WhenMined.AsPlanned;
        }
        require(fate != WhenMined.Reverts, 'SandboxRouter: return amount too low');
        _take(plan);
        if (fate != WhenMined.KeepsTheMoney) {
            for (uint256 i = 0; i < plan.payments.length; i++) _pay(plan.payments[i]);
        }
        for (uint256 i = 0; i < plan.logs.length; i++) _log(plan.logs[i]);
        bytes memory result = plan.result;
        assembly {
            return(add(result, 32), mload(result))
        }
    }

    function _take(Plan memory plan) private {
        if (plan.amount == 0) return;
        if (plan.spender == address(0) || plan.spender == address(this)) {
            _pull(plan.token, msg.sender, address(this), plan.amount);
        } else {
            SandboxRouter(payable(plan.spender)).pull(
                plan.token, msg.sender, address(this), plan.amount
            );
        }
    }

    function _pull(address token, address from, address to, uint256 amount) private {
        bytes4 transferFrom = bytes4(keccak256('transferFrom(address,address,uint256)'));
        _call(token, abi.encodeWithSelector(transferFrom, from, to, amount));
    }

    function _pay(Payment memory payment) private {
        if (payment.token == address(0)) {
            (bool isPaid,) = payment.to.call{value: payment.amount}('');
            require(isPaid, 'SandboxRouter: the receiver takes no native coins');
        } else {
            bytes4 transfer = bytes4(keccak256('transfer(address,uint256)'));
            _call(payment.token, abi.encodeWithSelector(transfer, payment.to, payment.amount));
        }
    }

    /// Tether returns nothing where other tokens return true.
    function _call(address token, bytes memory data) private {
        (bool isDone, bytes memory answer) = token.call(data);
        require(
            isDone && (answer.length == 0 || abi.decode(answer, (bool))),
            'SandboxRouter: the token refused'
        );
    }

    function _log(Log memory log) private {
        bytes32[] memory topics = log.topics;
        bytes memory data = log.data;
        uint256 count = topics.length;
        assembly {
            let start := add(data, 32)
            let size := mload(data)
            let first := add(topics, 32)
            switch count
            case 1 { log1(start, size, mload(first)) }
            case 2 { log2(start, size, mload(first), mload(add(first, 32))) }
            case 3 {
                log3(start, size, mload(first), mload(add(first, 32)), mload(add(first, 64)))
            }
            case 4 {
                log4(
                    start,
                    size,
                    mload(first),
                    mload(add(first, 32)),
                    mload(add(first, 64)),
                    mload(add(first, 96))
                )
            }
            default { log0(start, size) }
        }
    }
}
