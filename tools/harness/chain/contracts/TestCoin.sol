// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// A coin of ERC-20 for tests, which can also claim a transfer that never was.
contract TestCoin {
    event Transfer(address indexed from, address indexed to, uint256 value);

    string public symbol;
    uint8 public immutable decimals;
    uint256 public immutable totalSupply;
    mapping(address holder => uint256) public balanceOf;

    constructor(string memory symbol_, uint8 decimals_, uint256 supply) {
        symbol = symbol_;
        decimals = decimals_;
        totalSupply = supply;
        move(address(0), msg.sender, supply);
    }

    function transfer(address to, uint256 value) external returns (bool) {
        move(msg.sender, to, value);
        return true;
    }

    /// Several transfers in one transaction, in this order.
    function transferToMany(
        address[] calldata to,
        uint256[] calldata values
    ) external {
        for (uint256 i = 0; i < to.length; i++) {
            move(msg.sender, to[i], values[i]);
        }
    }

    /// Emits the event of a transfer, and moves nothing.
    function emitTransfer(address to, uint256 value) external {
        emit Transfer(msg.sender, to, value);
    }

    /// The checked subtraction reverts when the sender has too little.
    function move(address from, address to, uint256 value) private {
        if (from != address(0)) {
            balanceOf[from] -= value;
        }
        balanceOf[to] += value;
        emit Transfer(from, to, value);
    }
}
