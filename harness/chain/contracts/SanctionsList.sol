// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// A sanctions oracle with the interface of Chainalysis' one.
contract SanctionsList {
    mapping(address listed => bool) public isSanctioned;

    function addToSanctionsList(address listed) external {
        isSanctioned[listed] = true;
    }
}
