// Written by `npm run contracts`.

export const idleSuccessorAbi = [
  {"inputs":[{"internalType":"bytes32","name":"tokenHash","type":"bytes32"},{"internalType":"uint128","name":"amount","type":"uint128"}],"name":"fund","outputs":[],"stateMutability":"nonpayable","type":"function"},
] as const;

export const idleSuccessorBytecode =
  "0x6080604052348015600f57600080fd5b50608180601d6000396000f3fe6080604052348015600f57600080fd5b506004361060285760003560e01c8063bd99fe1f14602d575b600080fd5b603c6038366004603e565b5050565b005b60008060408385031215605057600080fd5b8235915060208301356fffffffffffffffffffffffffffffffff81168114607657600080fd5b80915050925092905056";
