var __defProp = Object.defineProperty;
var __getOwnPropNames = Object.getOwnPropertyNames;
var __esm = (fn, res, err) => function __init() {
  if (err) throw err[0];
  try {
    return fn && (res = (0, fn[__getOwnPropNames(fn)[0]])(fn = 0)), res;
  } catch (e) {
    throw err = [e], e;
  }
};
var __export = (target, all) => {
  for (var name2 in all)
    __defProp(target, name2, { get: all[name2], enumerable: true });
};

// shim:vitest
function test(name2, a, b) {
  tests.push([name2, typeof a === "function" ? a : b]);
}
var tests, inject, expect;
var init_vitest = __esm({
  "shim:vitest"() {
    tests = [];
    inject = () => ({ size: "fast", seed: Number(process.env.SEED || 719914), only: void 0 });
    expect = new Proxy(() => {
      throw new Error("no expect");
    }, { get: () => () => ({}) });
  }
});

// src/core/blockchainIds.ts
function isBlockchainId(text4) {
  return known.has(text4);
}
var testnetIds, mainnetIds, blockchainIds, known;
var init_blockchainIds = __esm({
  "src/core/blockchainIds.ts"() {
    "use strict";
    testnetIds = [
      "ARTHERA",
      "BERACHAIN_TESTNET",
      "BLAST_TESTNET",
      "BSCT",
      "FUJI",
      "GOERLI",
      "HOLESKY",
      "MUMBAI",
      "SCROLL_SEPOLIA",
      "SEPOLIA",
      "UNICHAIN_SEPOLIA_TESTNET"
    ];
    mainnetIds = [
      "AION",
      "ALGORAND",
      "APTOS",
      "ARBITRUM",
      "ARDOR",
      "ARK",
      "ASTAR",
      "ASTAR_EVM",
      "AURORA",
      "AVALANCHE",
      "BAHAMUT",
      "BAND_PROTOCOL",
      "BASE",
      "BERACHAIN",
      "BITCOIN",
      "BITCOIN_CASH",
      "BITCOIN_DIAMOND",
      "BITCOIN_GOLD",
      "BITGERT",
      "BITLAYER",
      "BLAST",
      "BOBA",
      "BOBA_BSC",
      "BSC",
      "BSV",
      "CARDANO",
      "CASPER",
      "CELO",
      "CORE",
      "COSMOS",
      "CRONOS",
      "DASH",
      "DECRED",
      "DEFIKINGDOMS",
      "DIGI_BYTE",
      "DIVI",
      "DOGECOIN",
      "DX_CHAIN",
      "EOS",
      "ETH",
      "ETHEREUM_CLASSIC",
      "E_CASH",
      "FANTOM",
      "FILECOIN",
      "FIO_PROTOCOL",
      "FIRO",
      "FLARE",
      "FLOW",
      "FRAXTAL",
      "FUSE",
      "GNOSIS",
      "GRAVITY",
      "HARMONY",
      "HEDERA",
      "HELIUM",
      "HEMI",
      "HORIZEN",
      "HORIZEN_EON",
      "HYPER_EVM",
      "ICON",
      "ICP",
      "IOST",
      "IOTA",
      "IOTEX",
      "KADENA",
      "KAVA",
      "KAVA_COSMOS",
      "KLAYTN",
      "KOMODO",
      "KUSAMA",
      "LINEA",
      "LISK",
      "LITECOIN",
      "MANTA_PACIFIC",
      "MANTLE",
      "MEGAETH",
      "MERLIN",
      "METIS",
      "MINA_PROTOCOL",
      "MODE",
      "MONAD",
      "MONERO",
      "MOONBEAM",
      "MOONRIVER",
      "MORPH",
      "MULTIVERS_X",
      "NANO",
      "NEAR",
      "NEM",
      "NEO",
      "OASIS",
      "OKX",
      "ONTOLOGY",
      "OPTIMISM",
      "OSMOSIS",
      "PIVX",
      "PLASMA",
      "POLKADOT",
      "POLYGON",
      "POLYGON_ZKEVM",
      "POLYX",
      "PULSECHAIN",
      "QTUM",
      "RAVENCOIN",
      "RIPPLE",
      "ROOTSTOCK",
      "SCROLL",
      "SECRET",
      "SEI",
      "SIA",
      "SOLANA",
      "SOLAR",
      "SONEIUM",
      "STACKS",
      "STARKNET",
      "STEEM",
      "STELLAR",
      "STRATIS",
      "SUI",
      "SYMBOL",
      "SYSCOIN",
      "TAIKO",
      "TELOS",
      "TERRA",
      "TERRA_CLASSIC",
      "TEZOS",
      "THETA",
      "THOR_CHAIN",
      "TON",
      "TRON",
      "UNICHAIN",
      "VELAS",
      "VERGE",
      "VE_CHAIN",
      "WAVES",
      "WAX",
      "XDC",
      "XLAYER",
      "ZCASH",
      "ZETACHAIN",
      "ZILLIQA",
      "ZK_FAIR",
      "ZK_LINK",
      "ZK_SYNC"
    ];
    blockchainIds = [...mainnetIds, ...testnetIds];
    known = new Set(blockchainIds);
  }
});

// src/core/links.ts
function withoutLinks(text4) {
  return text4.replace(clickable, removed);
}
var removed, clickable;
var init_links = __esm({
  "src/core/links.ts"() {
    "use strict";
    removed = "[link removed]";
    clickable = /\b(?:[a-z][a-z0-9+.-]{1,20}:\/\/|www\.)\S*/gi;
  }
});

// src/core/errors.ts
function toSwaprouteError(thrown) {
  if (thrown instanceof SwaprouteError) return thrown;
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  return new SwaprouteError("INTERNAL", `Unexpected fault: ${withoutLinks(message)}`, {
    hint: "Please report this with the output of the same command under --verbose.",
    cause: thrown
  });
}
var errorCodes, SwaprouteError;
var init_errors = __esm({
  "src/core/errors.ts"() {
    "use strict";
    init_links();
    errorCodes = {
      INTERNAL: { exit: 1, http: 500, serviceCode: 2999, retry: "never" },
      INVALID_ARGUMENT: { exit: 2, http: 400, serviceCode: 1999, retry: "changed" },
      MISSING_FIELD: { exit: 2, http: 400, serviceCode: 1005, retry: "changed" },
      INVALID_ADDRESS: { exit: 2, http: 400, serviceCode: 1006, retry: "changed" },
      RECEIVER_REQUIRED: { exit: 2, http: 400, serviceCode: 1001, retry: "changed" },
      EQUAL_TOKENS: { exit: 2, http: 400, serviceCode: 1002, retry: "changed" },
      INVALID_AMOUNT: { exit: 2, http: 400, serviceCode: 1999, retry: "changed" },
      TOO_MANY_DECIMALS: { exit: 2, http: 400, serviceCode: 2006, retry: "changed" },
      UNKNOWN_CHAIN: { exit: 2, http: 400, serviceCode: 1999, retry: "changed" },
      UNKNOWN_TOKEN: { exit: 2, http: 400, serviceCode: 1999, retry: "changed" },
      AMBIGUOUS_TOKEN: { exit: 2, http: 400, serviceCode: 1999, retry: "changed" },
      UNKNOWN_PROVIDER: { exit: 2, http: 400, serviceCode: 1999, retry: "changed" },
      TESTNET_DISABLED: { exit: 2, http: 400, serviceCode: 1999, retry: "changed" },
      SECRET_IN_ARGUMENTS: { exit: 2, http: 400, serviceCode: 1999, retry: "changed" },
      CONFIG_INVALID: { exit: 3, http: 500, serviceCode: 2999, retry: "changed" },
      KEY_UNAVAILABLE: { exit: 3, http: 500, serviceCode: 3999, retry: "changed" },
      SANDBOX_UNAVAILABLE: { exit: 3, http: 500, serviceCode: 2999, retry: "changed" },
      NO_ROUTE: { exit: 4, http: 404, serviceCode: 2001, retry: "changed" },
      AMOUNT_TOO_LOW: { exit: 4, http: 422, serviceCode: 2005, retry: "changed" },
      AMOUNT_TOO_HIGH: { exit: 4, http: 422, serviceCode: 2004, retry: "changed" },
      NOT_ENOUGH_BALANCE: { exit: 4, http: 422, serviceCode: 3003, retry: "changed" },
      NOT_ENOUGH_NATIVE: { exit: 4, http: 422, serviceCode: 3004, retry: "changed" },
      NEED_APPROVE: { exit: 4, http: 422, serviceCode: 3001, retry: "changed" },
      UNSUPPORTED_RECEIVER: { exit: 4, http: 422, serviceCode: 3006, retry: "changed" },
      UPSTREAM_FAILED: { exit: 5, http: 502, serviceCode: 2999, retry: "later" },
      UPSTREAM_REFUSED: { exit: 5, http: 502, serviceCode: 3007, retry: "later" },
      CHAIN_UNAVAILABLE: { exit: 5, http: 502, serviceCode: 2002, retry: "later" },
      RATE_LIMITED: { exit: 5, http: 502, serviceCode: 2003, retry: "later" },
      BACKEND_UNREACHABLE: { exit: 5, http: 502, serviceCode: 2999, retry: "later" },
      TIMED_OUT: { exit: 5, http: 504, serviceCode: 2999, retry: "later" },
      OVERLOADED: { exit: 5, http: 503, serviceCode: 2999, retry: "later" },
      UNSAFE_ROUTE: { exit: 6, http: 422, serviceCode: 3999, retry: "changed" },
      SIMULATION_FAILED: { exit: 6, http: 422, serviceCode: 3005, retry: "changed" },
      QUOTE_MISMATCH: { exit: 6, http: 422, serviceCode: 1003, retry: "changed" },
      QUOTE_EXPIRED: { exit: 6, http: 422, serviceCode: 1004, retry: "changed" },
      PRICE_MOVED: { exit: 6, http: 422, serviceCode: 3999, retry: "changed" },
      SWAP_FAILED: { exit: 7, http: 422, serviceCode: 3999, retry: "never" },
      OUTCOME_UNKNOWN: { exit: 8, http: 409, serviceCode: 3999, retry: "never" },
      DUPLICATE: { exit: 9, http: 409, serviceCode: 3999, retry: "never" },
      CONFIRMATION_REQUIRED: { exit: 10, http: 422, serviceCode: 3999, retry: "changed" },
      DECLINED: { exit: 11, http: 422, serviceCode: 3999, retry: "changed" },
      ACTION_REQUIRED: { exit: 12, http: 409, serviceCode: 3999, retry: "never" },
      SWAP_NOT_FOUND: { exit: 13, http: 404, serviceCode: 3999, retry: "changed" },
      STORE_DAMAGED: { exit: 14, http: 500, serviceCode: 3999, retry: "never" },
      INTERRUPTED: { exit: 130, http: 500, serviceCode: 3999, retry: "never" }
    };
    SwaprouteError = class extends Error {
      code;
      hint;
      context;
      serviceCode;
      /** Null where the code that failed does not know about the money (S8). */
      funds;
      money;
      constructor(code, message, options = {}) {
        super(message, options.cause === void 0 ? void 0 : { cause: options.cause });
        this.name = "SwaprouteError";
        this.code = code;
        this.hint = options.hint;
        this.context = options.context ?? {};
        this.serviceCode = options.serviceCode ?? errorCodes[code].serviceCode;
        this.funds = options.funds ?? null;
        this.money = options.money;
      }
      get exit() {
        return errorCodes[this.code].exit;
      }
      get http() {
        return errorCodes[this.code].http;
      }
      get retry() {
        return errorCodes[this.code].retry;
      }
    };
  }
});

// src/core/nearest.ts
function nearest(text4, keys, limit) {
  if (text4 === "" || text4.length > maxLength) return [];
  const wanted2 = text4.toLowerCase();
  const allowed = Math.max(1, Math.floor(wanted2.length / 3));
  const found = [];
  for (const key of keys) {
    const candidate = key.toLowerCase();
    const isBeginning = wanted2.length >= 2 && candidate.startsWith(wanted2);
    const distance = isBeginning ? 1 : editDistance(wanted2, candidate, allowed);
    if (distance <= allowed) found.push({ key, distance });
  }
  return found.sort((a, b) => a.distance - b.distance || a.key.length - b.key.length).slice(0, limit).map(({ key }) => key);
}
function editDistance(a, b, limit) {
  if (Math.abs(a.length - b.length) > limit) return limit + 1;
  let beforeLast = [];
  let last = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const isSame6 = a[row - 1] === b[column - 1];
      let best = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (isSame6 ? 0 : 1)
      );
      const isSwap = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      if (isSwap) best = Math.min(best, (beforeLast[column - 2] ?? 0) + 1);
      current.push(best);
    }
    beforeLast = last;
    last = current;
  }
  return last[b.length] ?? limit + 1;
}
var maxLength;
var init_nearest = __esm({
  "src/core/nearest.ts"() {
    "use strict";
    maxLength = 80;
  }
});

// src/core/token.ts
var zeroAddress;
var init_token = __esm({
  "src/core/token.ts"() {
    "use strict";
    zeroAddress = "0x0000000000000000000000000000000000000000";
  }
});

// src/chains/chainWords.ts
var chainKinds, addressFormats, chainStatuses;
var init_chainWords = __esm({
  "src/chains/chainWords.ts"() {
    "use strict";
    chainKinds = [
      "aion",
      "algorand",
      "aptos",
      "ardor",
      "ark-like",
      "bitcoin-like",
      "cardano",
      "casper",
      "cosmos",
      "dxchain",
      "eosio",
      "evm",
      "filecoin",
      "flow",
      "hedera",
      "helium",
      "icon",
      "icp",
      "iost",
      "iota",
      "kadena",
      "lisk",
      "mina",
      "monero",
      "multiversx",
      "nano",
      "near",
      "nem",
      "neo",
      "ontology",
      "polkadot",
      "sia",
      "solana",
      "stacks",
      "starknet",
      "steem",
      "stellar",
      "sui",
      "symbol",
      "tezos",
      "ton",
      "tron",
      "vechain",
      "waves",
      "xdc",
      "xrp",
      "zilliqa"
    ];
    addressFormats = [
      "aion",
      "algorand",
      "any",
      "aptos",
      "ardor",
      "ark",
      "bitcoin",
      "cardano",
      "casper",
      "cashaddr",
      "cosmos",
      "decred",
      "eosio",
      "evm",
      "filecoin",
      "fio",
      "flow",
      "hedera",
      "icon",
      "icp",
      "iost",
      "iota",
      "kadena",
      "mina",
      "monero",
      "multiversx",
      "nano",
      "near",
      "nem",
      "neo",
      "sia",
      "solana",
      "ss58",
      "stacks",
      "starknet",
      "steem",
      "stellar",
      "sui",
      "symbol",
      "tezos",
      "ton",
      "tron",
      "waves",
      "xdc",
      "xrp",
      "zcash",
      "zilliqa"
    ];
    chainStatuses = ["live", "renamed", "dead", "unverified"];
  }
});

// src/chains/data/chains.json
var chains_default;
var init_chains = __esm({
  "src/chains/data/chains.json"() {
    chains_default = [
      { id: "AION", name: "Aion", kind: "aion", native: { symbol: "AION", name: "Aion", decimals: 18 }, addressFormat: "aion", status: "unverified", note: "operation not verified", aliases: [], explorerTx: "https://mainnet.aion.network/#/transaction/{hash}", explorerAddress: "https://mainnet.aion.network/#/account/{address}", rpcUrls: [] },
      { id: "ALGORAND", name: "Algorand", kind: "algorand", native: { symbol: "ALGO", name: "Algorand", decimals: 6 }, addressFormat: "algorand", memo: "note", aliases: ["algo"], explorerTx: "https://allo.info/tx/{hash}", explorerAddress: "https://allo.info/account/{address}", rpcUrls: [] },
      { id: "APTOS", name: "Aptos", kind: "aptos", native: { symbol: "APT", name: "Aptos", decimals: 8 }, addressFormat: "aptos", aliases: ["apt"], explorerTx: "https://explorer.aptoslabs.com/txn/{hash}", explorerAddress: "https://explorer.aptoslabs.com/account/{address}", rpcUrls: ["https://fullnode.mainnet.aptoslabs.com/v1"] },
      { id: "ARBITRUM", name: "Arbitrum One", kind: "evm", chainId: 42161, native: { symbol: "ETH", name: "Ether", decimals: 18 }, addressFormat: "evm", wrappedNative: "0x82aF49447D8a07e3bd95BD0d56f35241523fBab1", aliases: ["arb", "arb1", "arbone"], explorerTx: "https://arbiscan.io/tx/{hash}", explorerAddress: "https://arbiscan.io/address/{address}", rpcUrls: ["https://arb1.arbitrum.io/rpc", "https://arbitrum-one-rpc.publicnode.com", "https://arbitrum.drpc.org"] },
      { id: "ARDOR", name: "Ardor", kind: "ardor", native: { symbol: "ARDR", name: "Ardor", decimals: 8 }, addressFormat: "ardor", aliases: ["ardr"], explorerTx: "https://ardor.tools/transaction/{hash}", explorerAddress: "https://ardor.tools/account/{address}", rpcUrls: [] },
      { id: "ARK", name: "Ark", kind: "ark-like", native: { symbol: "ARK", name: "Ark", decimals: 8 }, addressFormat: "ark", addressParams: { versions: ["17"] }, aliases: [], explorerTx: "https://live.arkscan.io/transactions/{hash}", explorerAddress: "https://live.arkscan.io/wallets/{address}", rpcUrls: [] },
      { id: "ASTAR", name: "Astar", kind: "polkadot", native: { symbol: "ASTR", name: "Astar", decimals: 18 }, addressFormat: "ss58", addressParams: { ss58: 5 }, aliases: ["astr"], explorerTx: "https://astar.subscan.io/extrinsic/{hash}", explorerAddress: "https://astar.subscan.io/account/{address}", rpcUrls: [] },
      { id: "ASTAR_EVM", name: "Astar EVM", kind: "evm", chainId: 592, native: { symbol: "ASTR", name: "Astar", decimals: 18 }, addressFormat: "evm", wrappedNative: "0xAeaaf0e2c81Af264101B9129C00F4440cCF0F720", aliases: [], explorerTx: "https://astar.blockscout.com/tx/{hash}", explorerAddress: "https://astar.blockscout.com/address/{address}", rpcUrls: ["https://evm.astar.network", "https://astar.api.onfinality.io/public"] },
      { id: "AURORA", name: "Aurora", kind: "evm", chainId: 1313161554, native: { symbol: "ETH", name: "Ether", decimals: 18 }, addressFormat: "evm", wrappedNative: "0xC9BdeEd33CD01541e1eeD10f90519d2C06Fe3feB", aliases: [], explorerTx: "https://explorer.mainnet.aurora.dev/tx/{hash}", explorerAddress: "https://explorer.mainnet.aurora.dev/address/{address}", rpcUrls: ["https://mainnet.aurora.dev", "https://aurora.drpc.org"] },
      { id: "AVALANCHE", name: "Avalanche", kind: "evm", chainId: 43114, native: { symbol: "AVAX", name: "Avalanche", decimals: 18 }, addressFormat: "evm", wrappedNative: "0xB31f66AA3C1e785363F0875A1B74E27b85FD66c7", aliases: ["avax", "avalanchecchain", "cchain", "avaxc", "avalanchec", "avaxcchain"], explorerTx: "https://snowtrace.io/tx/{hash}", explorerAddress: "https://snowtrace.io/address/{address}", rpcUrls: ["https://api.avax.network/ext/bc/C/rpc", "https://avalanche-c-chain-rpc.publicnode.com", "https://avalanche.drpc.org"] },
      { id: "BAHAMUT", name: "Bahamut", kind: "evm", chainId: 5165, native: { symbol: "FTN", name: "Fasttoken", decimals: 18 }, addressFormat: "evm", wrappedNative: "0x4084aB20f8ffcA76C19AAF854Fb5fe9DE6217fBB", aliases: ["ftn"], explorerTx: "https://www.ftnscan.com/tx/{hash}", explorerAddress: "https://www.ftnscan.com/address/{address}", rpcUrls: ["https://rpc1.bahamut.io", "https://bahamut-rpc.publicnode.com", "https://rpc2.bahamut.io"] },
      { id: "BAND_PROTOCOL", name: "Band Protocol", kind: "cosmos", native: { symbol: "BAND", name: "Band Protocol", decimals: 6 }, addressFormat: "cosmos", addressParams: { hrp: "band" }, memo: "memo", aliases: ["band"], explorerTx: "https://www.mintscan.io/band/tx/{hash}", explorerAddress: "https://www.mintscan.io/band/account/{address}", rpcUrls: [] },
      { id: "BASE", name: "Base", kind: "evm", chainId: 8453, native: { symbol: "ETH", name: "Ether", decimals: 18 }, addressFormat: "evm", wrappedNative: "0x4200000000000000000000000000000000000006", aliases: ["basemainnet"], explorerTx: "https://basescan.org/tx/{hash}", explorerAddress: "https://basescan.org/address/{address}", rpcUrls: ["https://mainnet.base.org", "https://base-rpc.publicnode.com", "https://base.drpc.org"] },
      { id: "BERACHAIN", name: "Berachain", kind: "evm", chainId: 80094, native: { symbol: "BERA", name: "Berachain", decimals: 18 }, addressFormat: "evm", wrappedNative: "0x6969696969696969696969696969696969696969", aliases: ["bera"], explorerTx: "https://berascan.com/tx/{hash}", explorerAddress: "https://berascan.com/address/{address}", rpcUrls: ["https://rpc.berachain.com", "https://berachain-rpc.publicnode.com", "https://berachain.drpc.org"] },
      { id: "BITCOIN", name: "Bitcoin", kind: "bitcoin-like", apiBlockchainId: 5555, native: { symbol: "BTC", name: "Bitcoin", decimals: 8 }, addressFormat: "bitcoin", addressParams: { versions: ["00", "05"], hrp: "bc" }, testAddressParams: { versions: ["6f", "c4"], hrp: "bcrt" }, aliases: ["btc", "xbt"], explorerTx: "https://mempool.space/tx/{hash}", explorerAddress: "https://mempool.space/address/{address}", rpcUrls: [] },
      { id: "BITCOIN_CASH", name: "Bitcoin Cash", kind: "bitcoin-like", apiBlockchainId: 1e4, native: { symbol: "BCH", name: "Bitcoin Cash", decimals: 8 }, addressFormat: "cashaddr", addressParams: { prefix: "bitcoincash", versions: ["00", "05"] }, testAddressParams: { prefix: "bchreg", versions: ["6f", "c4"] }, aliases: ["bch"], explorerTx: "https://blockchair.com/bitcoin-cash/transaction/{hash}", explorerAddress: "https://blockchair.com/bitcoin-cash/address/{address}", rpcUrls: [] },
      { id: "BITCOIN_DIAMOND", name: "Bitcoin Diamond", kind: "bitcoin-like", native: { symbol: "BCD", name: "Bitcoin Diamond", decimals: 7 }, addressFormat: "bitcoin", addressParams: { versions: ["00", "05"], hrp: "bcd" }, status: "unverified", note: "operation not verified", aliases: ["bcd"], rpcUrls: [] },
      { id: "BITCOIN_GOLD", name: "Bitcoin Gold", kind: "bitcoin-like", native: { symbol: "BTG", name: "Bitcoin Gold", decimals: 8 }, addressFormat: "bitcoin", addressParams: { versions: ["26", "17"], hrp: "btg" }, aliases: ["btg"], explorerTx: "https://explorer.bitcoingold.org/insight/tx/{hash}", explorerAddress: "https://explorer.bitcoingold.org/insight/address/{address}", rpcUrls: [] },
      { id: "BITGERT", name: "Bitgert", kind: "evm", chainId: 32520, native: { symbol: "BRISE", name: "Bitgert", decimals: 18 }, addressFormat: "evm", status: "unverified", note: "operation not verified", wrappedNative: "0x0eb9036cbE0f052386f36170c6b07eF0a0E3f710", aliases: ["brise"], explorerTx: "https://brisescan.com/tx/{hash}", explorerAddress: "https://brisescan.com/address/{address}", rpcUrls: ["https://rpc-bitgert.icecreamswap.com", "https://flux-rpc.brisescan.com"] },
      { id: "BITLAYER", name: "Bitlayer", kind: "evm", chainId: 200901, native: { symbol: "BTC", name: "Bitcoin", decimals: 18 }, addressFormat: "evm", wrappedNative: "0xfF204e2681A6fA0e2C3FaDe68a1B28fb90E4Fc5F", multicall3: "0x5B256fE9e993902eCe49D138a5b1162cBb529474", aliases: ["btr"], explorerTx: "https://www.btrscan.com/tx/{hash}", explorerAddress: "https://www.btrscan.com/address/{address}", note: "only one public node is known; name another in SWAPROUTE_RPC_BITLAYER", rpcUrls: ["https://rpc.bitlayer.org"] },
      { id: "BLAST", name: "Blast", kind: "evm", chainId: 81457, native: { symbol: "ETH", name: "Ether", decimals: 18 }, addressFormat: "evm", wrappedNative: "0x4300000000000000000000000000000000000004", aliases: [], explorerTx: "https://blastscan.io/tx/{hash}", explorerAddress: "https://blastscan.io/address/{address}", rpcUrls: ["https://rpc.blast.io", "https://blast-rpc.publicnode.com", "https://blast.drpc.org"] },
      { id: "BOBA", name: "Boba Network", kind: "evm", chainId: 288, native: { symbol: "ETH", name: "Ether", decimals: 18 }, addressFormat: "evm", wrappedNative: "0xDeadDeAddeAddEAddeadDEaDDEAdDeaDDeAD0000", aliases: [], explorerTx: "https://bobascan.com/tx/{hash}", explorerAddress: "https://bobascan.com/address/{address}", rpcUrls: ["https://mainnet.boba.network", "https://boba-eth.drpc.org"] },
      { id: "BOBA_BSC", name: "Boba BNB", kind: "evm", chainId: 56288, native: { symbol: "BOBA", name: "Boba Network", decimals: 18 }, addressFormat: "evm", status: "unverified", note: "operation not verified", wrappedNative: "0xC58aaD327D6D58D979882601ba8DDa0685B505eA", aliases: [], explorerTx: "https://blockexplorer.bnb.boba.network/tx/{hash}", explorerAddress: "https://blockexplorer.bnb.boba.network/address/{address}", rpcUrls: ["https://bnb.boba.network", "https://gateway.tenderly.co/public/boba-bnb", "https://boba-bnb.drpc.org"] },
      { id: "BSC", name: "BNB Smart Chain", kind: "evm", chainId: 56, native: { symbol: "BNB", name: "BNB", decimals: 18 }, addressFormat: "evm", wrappedNative: "0xbb4CdB9CBd36B01bD1cBaEBF2De08d9173bc095c", aliases: ["bnb", "bnbchain", "binance", "binancesmartchain", "bep20", "bscmainnet"], explorerTx: "https://bscscan.com/tx/{hash}", explorerAddress: "https://bscscan.com/address/{address}", rpcUrls: ["https://bsc-dataseed.bnbchain.org", "https://bsc-rpc.publicnode.com", "https://bsc.drpc.org"] },
      { id: "BSV", name: "Bitcoin SV", kind: "bitcoin-like", native: { symbol: "BSV", name: "Bitcoin SV", decimals: 8 }, addressFormat: "bitcoin", addressParams: { versions: ["00", "05"] }, aliases: ["bchsv"], explorerTx: "https://bsv.tokenview.io/en/tx/{hash}", explorerAddress: "https://bsv.tokenview.io/en/address/{address}", rpcUrls: [] },
      { id: "CARDANO", name: "Cardano", kind: "cardano", native: { symbol: "ADA", name: "Cardano", decimals: 6 }, addressFormat: "cardano", aliases: ["ada"], explorerTx: "https://cardanoscan.io/transaction/{hash}", explorerAddress: "https://cardanoscan.io/address/{address}", rpcUrls: [] },
      { id: "CASPER", name: "Casper", kind: "casper", native: { symbol: "CSPR", name: "Casper", decimals: 9 }, addressFormat: "casper", aliases: ["cspr"], explorerTx: "https://cspr.live/deploy/{hash}", explorerAddress: "https://cspr.live/account/{address}", rpcUrls: [] },
      { id: "CELO", name: "Celo", kind: "evm", chainId: 42220, native: { symbol: "CELO", name: "Celo", decimals: 18 }, addressFormat: "evm", aliases: [], explorerTx: "https://celoscan.io/tx/{hash}", explorerAddress: "https://celoscan.io/address/{address}", rpcUrls: ["https://forno.celo.org", "https://celo.drpc.org"] },
      { id: "CORE", name: "Core", kind: "evm", chainId: 1116, native: { symbol: "CORE", name: "Core", decimals: 18 }, addressFormat: "evm", wrappedNative: "0x191E94fa59739e188dcE837F7f6978d84727AD01", aliases: ["coredao"], explorerTx: "https://scan.coredao.org/tx/{hash}", explorerAddress: "https://scan.coredao.org/address/{address}", rpcUrls: ["https://rpc.coredao.org", "https://core.drpc.org"] },
      { id: "COSMOS", name: "Cosmos Hub", kind: "cosmos", native: { symbol: "ATOM", name: "Cosmos Hub ATOM", decimals: 6 }, addressFormat: "cosmos", addressParams: { hrp: "cosmos" }, memo: "memo", aliases: ["atom", "gaia"], explorerTx: "https://mintscan.io/cosmos/txs/{hash}", explorerAddress: "https://mintscan.io/cosmos/account/{address}", rpcUrls: [] },
      { id: "CRONOS", name: "Cronos", kind: "evm", chainId: 25, native: { symbol: "CRO", name: "Cronos", decimals: 18 }, addressFormat: "evm", wrappedNative: "0x5C7F8A570d578ED84E63fdFA7b1eE72dEae1AE23", aliases: ["cro"], explorerTx: "https://explorer.cronos.org/tx/{hash}", explorerAddress: "https://explorer.cronos.org/address/{address}", rpcUrls: ["https://evm.cronos.org", "https://cronos-evm-rpc.publicnode.com", "https://cronos.drpc.org"] },
      { id: "DASH", name: "Dash", kind: "bitcoin-like", native: { symbol: "DASH", name: "Dash", decimals: 8 }, addressFormat: "bitcoin", addressParams: { versions: ["4c", "10"] }, testAddressParams: { versions: ["8c", "13"] }, aliases: [], explorerTx: "https://blockchair.com/dash/transaction/{hash}", explorerAddress: "https://blockchair.com/dash/address/{address}", rpcUrls: [] },
      { id: "DECRED", name: "Decred", kind: "bitcoin-like", native: { symbol: "DCR", name: "Decred", decimals: 8 }, addressFormat: "decred", addressParams: { versions: ["073f", "071a"] }, aliases: ["dcr"], explorerTx: "https://dcrdata.decred.org/tx/{hash}", explorerAddress: "https://dcrdata.decred.org/address/{address}", rpcUrls: [] },
      { id: "DEFIKINGDOMS", name: "DFK Chain", kind: "evm", chainId: 53935, native: { symbol: "JEWEL", name: "Jewel", decimals: 18 }, addressFormat: "evm", wrappedNative: "0xCCb93dABD71c8Dad03Fc4CE5559dC3D89F67a260", aliases: ["dfk", "jewel"], explorerTx: "https://subnets.avax.network/defi-kingdoms/dfk-chain/explorer/tx/{hash}", explorerAddress: "https://subnets.avax.network/defi-kingdoms/dfk-chain/explorer/address/{address}", rpcUrls: ["https://subnets.avax.network/defi-kingdoms/dfk-chain/rpc", "https://avax-dfk.api.pocket.network"] },
      { id: "DIGI_BYTE", name: "DigiByte", kind: "bitcoin-like", native: { symbol: "DGB", name: "DigiByte", decimals: 8 }, addressFormat: "bitcoin", addressParams: { versions: ["1e", "3f"], hrp: "dgb" }, aliases: ["dgb"], explorerTx: "https://digiexplorer.info/tx/{hash}", explorerAddress: "https://digiexplorer.info/address/{address}", rpcUrls: [] },
      { id: "DIVI", name: "Divi", kind: "bitcoin-like", native: { symbol: "DIVI", name: "Divi", decimals: 8 }, addressFormat: "bitcoin", addressParams: { versions: ["1e", "0d"] }, aliases: [], explorerTx: "https://chainz.cryptoid.info/divi/tx/{hash}", explorerAddress: "https://chainz.cryptoid.info/divi/address/{address}", rpcUrls: [] },
      { id: "DOGECOIN", name: "Dogecoin", kind: "bitcoin-like", apiBlockchainId: 2e3, native: { symbol: "DOGE", name: "Dogecoin", decimals: 8 }, addressFormat: "bitcoin", addressParams: { versions: ["1e", "16"] }, testAddressParams: { versions: ["71", "c4"] }, aliases: ["doge"], explorerTx: "https://blockchair.com/dogecoin/transaction/{hash}", explorerAddress: "https://blockchair.com/dogecoin/address/{address}", rpcUrls: [] },
      { id: "DX_CHAIN", name: "DxChain", kind: "dxchain", native: { symbol: "DX", name: "DxChain", decimals: 18 }, addressFormat: "any", status: "unverified", note: "decimals and address form not verified", aliases: ["dx"], explorerTx: "https://dxscan.io/tx/{hash}", explorerAddress: "https://dxscan.io/address/{address}", rpcUrls: [] },
      { id: "EOS", name: "EOS (Vaulta)", kind: "eosio", apiBlockchainId: 59, native: { symbol: "EOS", name: "EOS", decimals: 4, otherSymbols: ["A"] }, addressFormat: "eosio", memo: "memo", status: "renamed", note: "network renamed Vaulta in 2025, coin EOS swapped 1:1 for A", aliases: ["vaulta"], explorerTx: "https://bloks.io/transaction/{hash}", explorerAddress: "https://bloks.io/account/{address}", rpcUrls: [] },
      { id: "ETH", name: "Ethereum", kind: "evm", chainId: 1, native: { symbol: "ETH", name: "Ether", decimals: 18 }, addressFormat: "evm", wrappedNative: "0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2", aliases: ["mainnet", "ethereummainnet", "ether", "erc20"], explorerTx: "https://etherscan.io/tx/{hash}", explorerAddress: "https://etherscan.io/address/{address}", rpcUrls: ["https://ethereum.reth.rs/rpc", "https://ethereum-rpc.publicnode.com", "https://eth.drpc.org"] },
      { id: "ETHEREUM_CLASSIC", name: "Ethereum Classic", kind: "evm", chainId: 61, native: { symbol: "ETC", name: "Ethereum Classic", decimals: 18 }, addressFormat: "evm", aliases: ["classic", "etc"], explorerTx: "https://blockscout.com/etc/mainnet/tx/{hash}", explorerAddress: "https://blockscout.com/etc/mainnet/address/{address}", rpcUrls: ["https://etc.rivet.link"] },
      { id: "E_CASH", name: "eCash", kind: "bitcoin-like", native: { symbol: "XEC", name: "eCash", decimals: 2 }, addressFormat: "cashaddr", addressParams: { prefix: "ecash", versions: ["00", "05"] }, testAddressParams: { prefix: "ecregtest", versions: ["6f", "c4"] }, aliases: ["xec"], explorerTx: "https://explorer.bitcoinabc.org/tx/{hash}", explorerAddress: "https://explorer.bitcoinabc.org/address/{address}", rpcUrls: [] },
      { id: "FANTOM", name: "Fantom Opera", kind: "evm", chainId: 250, native: { symbol: "FTM", name: "Fantom", decimals: 18 }, addressFormat: "evm", wrappedNative: "0x21be370D5312f44cB42ce377BC9b8a0cEF1A4C83", aliases: ["ftm", "opera"], explorerTx: "https://ftmscan.com/tx/{hash}", explorerAddress: "https://ftmscan.com/address/{address}", rpcUrls: ["https://fantom-rpc.publicnode.com", "https://fantom.drpc.org", "https://rpc.ftm.tools"] },
      { id: "FILECOIN", name: "Filecoin", kind: "filecoin", apiBlockchainId: 314, native: { symbol: "FIL", name: "Filecoin", decimals: 18 }, addressFormat: "filecoin", aliases: ["fil"], explorerTx: "https://filfox.info/en/message/{hash}", explorerAddress: "https://filfox.info/en/address/{address}", rpcUrls: [] },
      { id: "FIO_PROTOCOL", name: "FIO Protocol", kind: "eosio", native: { symbol: "FIO", name: "FIO Protocol", decimals: 9 }, addressFormat: "fio", memo: "memo", aliases: ["fio"], explorerTx: "https://explorer.fioprotocol.io/transaction/{hash}", explorerAddress: "https://explorer.fioprotocol.io/account/{address}", rpcUrls: ["https://mainnet.fioprotocol.io"] },
      { id: "FIRO", name: "Firo", kind: "bitcoin-like", native: { symbol: "FIRO", name: "Firo", decimals: 8 }, addressFormat: "bitcoin", addressParams: { versions: ["52", "07", "01b9bb"] }, aliases: [], explorerTx: "https://explorer.firo.org/tx/{hash}", explorerAddress: "https://explorer.firo.org/address/{address}", rpcUrls: [] },
      { id: "FLARE", name: "Flare", kind: "evm", chainId: 14, native: { symbol: "FLR", name: "Flare", decimals: 18 }, addressFormat: "evm", wrappedNative: "0x1D80c49BbBCd1C0911346656B529DF9E5c2F783d", aliases: ["flr", "flarenetwork"], explorerTx: "https://flare-explorer.flare.network/tx/{hash}", explorerAddress: "https://flare-explorer.flare.network/address/{address}", rpcUrls: ["https://flare-api.flare.network/ext/C/rpc", "https://flare.drpc.org"] },
      { id: "FLOW", name: "Flow", kind: "flow", native: { symbol: "FLOW", name: "Flow", decimals: 8 }, addressFormat: "flow", note: "the Cadence side; Flow EVM is a separate chain", aliases: [], explorerTx: "https://flowscan.org/transaction/{hash}", explorerAddress: "https://flowscan.org/account/{address}", rpcUrls: [] },
      { id: "FRAXTAL", name: "Fraxtal", kind: "evm", chainId: 252, native: { symbol: "FRAX", name: "Frax", decimals: 18 }, addressFormat: "evm", wrappedNative: "0xFc00000000000000000000000000000000000002", aliases: ["frax", "fraxtalchain"], explorerTx: "https://fraxscan.com/tx/{hash}", explorerAddress: "https://fraxscan.com/address/{address}", rpcUrls: ["https://rpc.frax.com", "https://fraxtal-rpc.publicnode.com", "https://fraxtal.drpc.org"] },
      { id: "FUSE", name: "Fuse", kind: "evm", chainId: 122, native: { symbol: "FUSE", name: "Fuse", decimals: 18 }, addressFormat: "evm", wrappedNative: "0x0BE9e53fd7EDaC9F859882AfdDa116645287C629", aliases: [], explorerTx: "https://explorer.fuse.io/tx/{hash}", explorerAddress: "https://explorer.fuse.io/address/{address}", rpcUrls: ["https://rpc.fuse.io", "https://fuse.drpc.org"] },
      { id: "GNOSIS", name: "Gnosis", kind: "evm", chainId: 100, native: { symbol: "xDAI", name: "xDAI", decimals: 18 }, addressFormat: "evm", wrappedNative: "0xe91D153E0b41518A2Ce8Dd3D7944Fa863463a97d", aliases: ["xdai", "gno", "gnosischain", "xdaichain"], explorerTx: "https://gnosisscan.io/tx/{hash}", explorerAddress: "https://gnosisscan.io/address/{address}", rpcUrls: ["https://rpc.gnosischain.com", "https://gnosis-rpc.publicnode.com", "https://gnosis.drpc.org"] },
      { id: "GRAVITY", name: "Gravity Alpha", kind: "evm", chainId: 1625, native: { symbol: "G", name: "Gravity", decimals: 18 }, addressFormat: "evm", wrappedNative: "0xBB859E225ac8Fb6BE1C7e38D87b767e95Fef0EbD", multicall3: "0xf8ac4BEB2F75d2cFFb588c63251347fdD629B92c", aliases: ["g"], explorerTx: "https://explorer.gravity.xyz/tx/{hash}", explorerAddress: "https://explorer.gravity.xyz/address/{address}", note: "only one public node is known; name another in SWAPROUTE_RPC_GRAVITY", rpcUrls: ["https://rpc.gravity.xyz"] },
      { id: "HARMONY", name: "Harmony", kind: "evm", chainId: 16666e5, native: { symbol: "ONE", name: "Harmony", decimals: 18 }, addressFormat: "evm", wrappedNative: "0xcF664087a5bB0237a0BAd6742852ec6c8d69A27a", aliases: ["harmonyone", "one"], explorerTx: "https://explorer.harmony.one/tx/{hash}", explorerAddress: "https://explorer.harmony.one/address/{address}", rpcUrls: ["https://api.harmony.one", "https://harmony-0.drpc.org"] },
      { id: "HEDERA", name: "Hedera", kind: "hedera", native: { symbol: "HBAR", name: "Hedera", decimals: 8 }, addressFormat: "hedera", memo: "memo", aliases: ["hbar", "hashgraph"], explorerTx: "https://hashscan.io/mainnet/transaction/{hash}", explorerAddress: "https://hashscan.io/mainnet/account/{address}", rpcUrls: [] },
      { id: "HELIUM", name: "Helium", kind: "helium", native: { symbol: "HNT", name: "Helium", decimals: 8 }, addressFormat: "solana", status: "dead", note: "the network moved to Solana (migration date set to 18 April 2023); HNT is a Solana token since", aliases: ["hnt"], explorerTx: "https://explorer.helium.wtf/txns/{hash}", explorerAddress: "https://explorer.helium.wtf/account/{address}", rpcUrls: [] },
      { id: "HEMI", name: "Hemi", kind: "evm", chainId: 43111, native: { symbol: "ETH", name: "Ether", decimals: 18 }, addressFormat: "evm", wrappedNative: "0x4200000000000000000000000000000000000006", aliases: [], explorerTx: "https://explorer.hemi.xyz/tx/{hash}", explorerAddress: "https://explorer.hemi.xyz/address/{address}", rpcUrls: ["https://rpc.hemi.network/rpc", "https://hemi.drpc.org"] },
      { id: "HORIZEN", name: "Horizen", kind: "bitcoin-like", native: { symbol: "ZEN", name: "Horizen", decimals: 8 }, addressFormat: "bitcoin", addressParams: { versions: ["2089", "2096"] }, status: "dead", note: "balances are claimed on Base as an ERC-20; the migration guide says the old main chain is discontinued", aliases: ["zen", "zencash"], explorerTx: "https://explorer.horizen.io/tx/{hash}", explorerAddress: "https://explorer.horizen.io/address/{address}", rpcUrls: [] },
      { id: "HORIZEN_EON", name: "Horizen EON", kind: "evm", chainId: 7332, native: { symbol: "ZEN", name: "Horizen", decimals: 18 }, addressFormat: "evm", status: "dead", note: "balances migrated to an ERC-20 on Base; the migration guide says the old chain is discontinued", wrappedNative: "0xF5cB8652a84329A2016A386206761f455bCEDab6", aliases: ["eon"], explorerTx: "https://eon-explorer.horizenlabs.io/tx/{hash}", explorerAddress: "https://eon-explorer.horizenlabs.io/address/{address}", rpcUrls: [] },
      { id: "HYPER_EVM", name: "HyperEVM", kind: "evm", chainId: 999, native: { symbol: "HYPE", name: "Hyperliquid", decimals: 18 }, addressFormat: "evm", wrappedNative: "0x5555555555555555555555555555555555555555", aliases: ["hyperliquid", "hype", "hyperliquidevm"], explorerTx: "https://hyperevmscan.io/tx/{hash}", explorerAddress: "https://hyperevmscan.io/address/{address}", rpcUrls: ["https://rpc.hyperliquid.xyz/evm", "https://hyperliquid.drpc.org"] },
      { id: "ICON", name: "ICON", kind: "icon", native: { symbol: "ICX", name: "ICON", decimals: 18 }, addressFormat: "icon", aliases: ["icx"], explorerTx: "https://tracker.icon.foundation/transaction/{hash}", explorerAddress: "https://tracker.icon.foundation/address/{address}", rpcUrls: [] },
      { id: "ICP", name: "Internet Computer", kind: "icp", native: { symbol: "ICP", name: "Internet Computer", decimals: 8 }, addressFormat: "icp", memo: "memo", aliases: ["dfinity"], explorerTx: "https://dashboard.internetcomputer.org/transaction/{hash}", explorerAddress: "https://dashboard.internetcomputer.org/account/{address}", rpcUrls: [] },
      { id: "IOST", name: "IOST", kind: "iost", native: { symbol: "IOST", name: "IOST", decimals: 8 }, addressFormat: "iost", memo: "memo", aliases: [], explorerTx: "https://explorer.iost.io/tx/{hash}", explorerAddress: "https://explorer.iost.io/account/{address}", rpcUrls: [] },
      { id: "IOTA", name: "IOTA", kind: "iota", native: { symbol: "IOTA", name: "IOTA", decimals: 9 }, addressFormat: "iota", note: "since 2025 a Move-based chain with 0x addresses", aliases: [], rpcUrls: [] },
      { id: "IOTEX", name: "IoTeX", kind: "evm", chainId: 4689, native: { symbol: "IOTX", name: "IoTeX", decimals: 18 }, addressFormat: "evm", wrappedNative: "0xA00744882684C3e4747faEFD68D283eA44099D03", aliases: ["iotx"], explorerTx: "https://iotexscan.io/tx/{hash}", explorerAddress: "https://iotexscan.io/address/{address}", rpcUrls: ["https://babel-api.mainnet.iotex.io", "https://iotex.api.onfinality.io/public"] },
      { id: "KADENA", name: "Kadena", kind: "kadena", native: { symbol: "KDA", name: "Kadena", decimals: 12 }, addressFormat: "kadena", status: "unverified", note: "the company behind it closed in October 2025; miners may keep the chain running", aliases: ["kda"], explorerTx: "https://explorer.chainweb.com/mainnet/txdetail/{hash}", explorerAddress: "https://explorer.chainweb.com/mainnet/account/{address}", rpcUrls: [] },
      { id: "KAVA", name: "Kava EVM", kind: "evm", chainId: 2222, native: { symbol: "KAVA", name: "Kava", decimals: 18 }, addressFormat: "evm", wrappedNative: "0xc86c7C0eFbd6A49B35E8714C5f59D99De09A225b", aliases: [], explorerTx: "https://kavascan.com/tx/{hash}", explorerAddress: "https://kavascan.com/address/{address}", rpcUrls: ["https://evm.kava.io", "https://kava-evm-rpc.publicnode.com", "https://kava.drpc.org"] },
      { id: "KAVA_COSMOS", name: "Kava (Cosmos)", kind: "cosmos", native: { symbol: "KAVA", name: "Kava", decimals: 6 }, addressFormat: "cosmos", addressParams: { hrp: "kava" }, memo: "memo", aliases: [], explorerTx: "https://www.mintscan.io/kava/txs/{hash}", explorerAddress: "https://www.mintscan.io/kava/account/{address}", rpcUrls: ["https://data.kava.io"] },
      { id: "KLAYTN", name: "Kaia", kind: "evm", chainId: 8217, native: { symbol: "KAIA", name: "Kaia", decimals: 18, otherSymbols: ["KLAY"] }, addressFormat: "evm", status: "renamed", note: "renamed Kaia; the coin is KAIA", wrappedNative: "0xe4f05A66Ec68B54A58B17c22107b02e0232cC817", aliases: ["klay"], explorerTx: "https://kaiascan.io/tx/{hash}", explorerAddress: "https://kaiascan.io/account/{address}", rpcUrls: ["https://public-en.node.kaia.io", "https://klaytn.drpc.org"] },
      { id: "KOMODO", name: "Komodo", kind: "bitcoin-like", native: { symbol: "KMD", name: "Komodo", decimals: 8 }, addressFormat: "bitcoin", addressParams: { versions: ["3c", "55"] }, aliases: ["kmd"], explorerTx: "https://kmdexplorer.io/tx/{hash}", explorerAddress: "https://kmdexplorer.io/address/{address}", rpcUrls: [] },
      { id: "KUSAMA", name: "Kusama", kind: "polkadot", native: { symbol: "KSM", name: "Kusama", decimals: 12 }, addressFormat: "ss58", addressParams: { ss58: 2 }, aliases: ["ksm"], explorerTx: "https://assethub-kusama.subscan.io/extrinsic/{hash}", explorerAddress: "https://assethub-kusama.subscan.io/account/{address}", rpcUrls: [] },
      { id: "LINEA", name: "Linea", kind: "evm", chainId: 59144, native: { symbol: "ETH", name: "Ether", decimals: 18 }, addressFormat: "evm", wrappedNative: "0xe5D7C2a44FfDDf6b295A15c148167daaAf5Cf34f", aliases: ["lineaeth"], explorerTx: "https://lineascan.build/tx/{hash}", explorerAddress: "https://lineascan.build/address/{address}", rpcUrls: ["https://rpc.linea.build", "https://linea-rpc.publicnode.com", "https://linea.drpc.org"] },
      { id: "LISK", name: "Lisk", kind: "lisk", native: { symbol: "LSK", name: "Lisk", decimals: 8 }, addressFormat: "any", status: "unverified", note: "the identifier means the chain before its move to an Ethereum layer 2; operation not verified", aliases: ["lsk"], explorerTx: "https://liskscan.com/transaction/{hash}", explorerAddress: "https://liskscan.com/account/{address}", rpcUrls: [] },
      { id: "LITECOIN", name: "Litecoin", kind: "bitcoin-like", native: { symbol: "LTC", name: "Litecoin", decimals: 8 }, addressFormat: "bitcoin", addressParams: { versions: ["30", "32", "05"], hrp: "ltc", mweb: "ltcmweb" }, testAddressParams: { versions: ["6f", "3a", "c4"], hrp: "rltc" }, aliases: ["ltc"], explorerTx: "https://blockchair.com/litecoin/transaction/{hash}", explorerAddress: "https://blockchair.com/litecoin/address/{address}", rpcUrls: [] },
      { id: "MANTA_PACIFIC", name: "Manta Pacific", kind: "evm", chainId: 169, native: { symbol: "ETH", name: "Ether", decimals: 18 }, addressFormat: "evm", wrappedNative: "0x0Dc808adcE2099A9F62AA87D9670745AbA741746", aliases: ["manta"], explorerTx: "https://pacific-explorer.manta.network/tx/{hash}", explorerAddress: "https://pacific-explorer.manta.network/address/{address}", rpcUrls: ["https://pacific-rpc.manta.network/http", "https://manta-pacific.drpc.org"] },
      { id: "MANTLE", name: "Mantle", kind: "evm", chainId: 5e3, native: { symbol: "MNT", name: "Mantle", decimals: 18 }, addressFormat: "evm", wrappedNative: "0x78c1b0C915c4FAA5FffA6CAbf0219DA63d7f4cb8", aliases: ["mnt", "mantlenetwork"], explorerTx: "https://mantlescan.xyz/tx/{hash}", explorerAddress: "https://mantlescan.xyz/address/{address}", rpcUrls: ["https://rpc.mantle.xyz", "https://mantle-rpc.publicnode.com", "https://mantle.drpc.org"] },
      { id: "MEGAETH", name: "MegaETH", kind: "evm", chainId: 4326, native: { symbol: "ETH", name: "Ether", decimals: 18 }, addressFormat: "evm", wrappedNative: "0x4200000000000000000000000000000000000006", aliases: ["mega"], explorerTx: "https://mega.etherscan.io/tx/{hash}", explorerAddress: "https://mega.etherscan.io/address/{address}", rpcUrls: ["https://mainnet.megaeth.com/rpc", "https://megaeth.drpc.org"] },
      { id: "MERLIN", name: "Merlin", kind: "evm", chainId: 4200, native: { symbol: "BTC", name: "Bitcoin", decimals: 18 }, addressFormat: "evm", wrappedNative: "0xF6D226f9Dc15d9bB51182815b320D3fBE324e1bA", aliases: ["merl"], explorerTx: "https://scan.merlinchain.io/tx/{hash}", explorerAddress: "https://scan.merlinchain.io/address/{address}", rpcUrls: ["https://rpc.merlinchain.io", "https://merlin.drpc.org"] },
      { id: "METIS", name: "Metis", kind: "evm", chainId: 1088, native: { symbol: "METIS", name: "Metis", decimals: 18 }, addressFormat: "evm", wrappedNative: "0x75cb093E4D61d2A2e65D8e0BBb01DE8d89b53481", aliases: ["andromeda", "metisandromeda"], explorerTx: "https://explorer.metis.io/tx/{hash}", explorerAddress: "https://explorer.metis.io/address/{address}", rpcUrls: ["https://metis.rpc.hypersync.xyz", "https://metis-andromeda.gateway.tenderly.co", "https://metis.drpc.org"] },
      { id: "MINA_PROTOCOL", name: "Mina", kind: "mina", native: { symbol: "MINA", name: "Mina", decimals: 9 }, addressFormat: "mina", aliases: [], explorerTx: "https://minascan.io/mainnet/tx/{hash}/txInfo", explorerAddress: "https://minascan.io/mainnet/account/{address}", rpcUrls: [] },
      { id: "MODE", name: "Mode", kind: "evm", chainId: 34443, native: { symbol: "ETH", name: "Ether", decimals: 18 }, addressFormat: "evm", wrappedNative: "0x4200000000000000000000000000000000000006", aliases: [], explorerTx: "https://modescan.io/tx/{hash}", explorerAddress: "https://modescan.io/address/{address}", rpcUrls: ["https://mainnet.mode.network", "https://mode.drpc.org"] },
      { id: "MONAD", name: "Monad", kind: "evm", chainId: 143, native: { symbol: "MON", name: "Monad", decimals: 18 }, addressFormat: "evm", wrappedNative: "0x3bd359C1119dA7Da1D913D1C4D2B7c461115433A", aliases: ["mon"], explorerTx: "https://monadscan.com/tx/{hash}", explorerAddress: "https://monadscan.com/address/{address}", rpcUrls: ["https://rpc.monad.xyz", "https://rpc1.monad.xyz", "https://monad-mainnet.drpc.org"] },
      { id: "MONERO", name: "Monero", kind: "monero", native: { symbol: "XMR", name: "Monero", decimals: 12 }, addressFormat: "monero", aliases: ["xmr"], explorerTx: "https://blockchair.com/monero/transaction/{hash}", explorerAddress: "https://blockchair.com/monero/account/{address}", rpcUrls: [] },
      { id: "MOONBEAM", name: "Moonbeam", kind: "evm", chainId: 1284, native: { symbol: "GLMR", name: "Moonbeam", decimals: 18 }, addressFormat: "evm", wrappedNative: "0xAcc15dC74880C9944775448304B263D191c6077F", aliases: ["glmr", "beam"], explorerTx: "https://moonscan.io/tx/{hash}", explorerAddress: "https://moonscan.io/address/{address}", rpcUrls: ["https://rpc.api.moonbeam.network", "https://moonbeam-rpc.publicnode.com", "https://moonbeam.drpc.org"] },
      { id: "MOONRIVER", name: "Moonriver", kind: "evm", chainId: 1285, native: { symbol: "MOVR", name: "Moonriver", decimals: 18 }, addressFormat: "evm", wrappedNative: "0xf50225a84382c74CbdeA10b0c176f71fc3DE0C4d", aliases: ["movr"], explorerTx: "https://moonriver.moonscan.io/tx/{hash}", explorerAddress: "https://moonriver.moonscan.io/address/{address}", rpcUrls: ["https://rpc.api.moonriver.moonbeam.network", "https://moonriver-rpc.publicnode.com", "https://moonriver.drpc.org"] },
      { id: "MORPH", name: "Morph", kind: "evm", chainId: 2818, native: { symbol: "ETH", name: "Ether", decimals: 18 }, addressFormat: "evm", wrappedNative: "0x5300000000000000000000000000000000000011", multicall3: "0xA403025927d715a41Ccbad5EAeBf2979055e639e", aliases: ["morphl2"], explorerTx: "https://explorer.morphl2.io/tx/{hash}", explorerAddress: "https://explorer.morphl2.io/address/{address}", rpcUrls: ["https://rpc.morphl2.io", "https://morph.drpc.org"] },
      { id: "MULTIVERS_X", name: "MultiversX", kind: "multiversx", native: { symbol: "EGLD", name: "MultiversX eGold", decimals: 18 }, addressFormat: "multiversx", addressParams: { hrp: "erd" }, aliases: ["elrond", "egld", "erd"], explorerTx: "https://explorer.multiversx.com/transactions/{hash}", explorerAddress: "https://explorer.multiversx.com/accounts/{address}", rpcUrls: ["https://api.multiversx.com"] },
      { id: "NANO", name: "Nano", kind: "nano", native: { symbol: "XNO", name: "Nano", decimals: 30, otherSymbols: ["NANO"] }, addressFormat: "nano", aliases: ["xno"], explorerTx: "https://nanexplorer.com/nano/block/{hash}", explorerAddress: "https://nanexplorer.com/nano/account/{address}", rpcUrls: [] },
      { id: "NEAR", name: "NEAR", kind: "near", native: { symbol: "NEAR", name: "NEAR", decimals: 24, address: "near" }, addressFormat: "near", aliases: ["nearprotocol"], explorerTx: "https://nearblocks.io/txns/{hash}", explorerAddress: "https://nearblocks.io/address/{address}", rpcUrls: ["https://rpc.nearprotocol.com"] },
      { id: "NEM", name: "NEM", kind: "nem", native: { symbol: "XEM", name: "NEM", decimals: 6 }, addressFormat: "nem", memo: "message", aliases: ["xem"], explorerTx: "https://explorer.nemtool.com/#/s_tx?hash={hash}", explorerAddress: "https://explorer.nemtool.com/#/s_account?account={address}", rpcUrls: [] },
      { id: "NEO", name: "Neo", kind: "neo", native: { symbol: "NEO", name: "Neo", decimals: 0 }, addressFormat: "neo", addressParams: { versions: ["17", "35"] }, aliases: [], explorerTx: "https://neoscan.io/transaction/{hash}", explorerAddress: "https://neoscan.io/address/{address}", rpcUrls: [] },
      { id: "OASIS", name: "Oasis Emerald", kind: "evm", chainId: 42262, native: { symbol: "ROSE", name: "Oasis Network", decimals: 18 }, addressFormat: "evm", status: "unverified", note: "this id is the Emerald ParaTime (chain id 42262), not Sapphire; operation not verified", wrappedNative: "0x21C718C22D52d0F3a789b752D4c2fD5908a8A733", aliases: ["emerald", "rose"], explorerTx: "https://explorer.oasis.io/mainnet/emerald/tx/{hash}", explorerAddress: "https://explorer.oasis.io/mainnet/emerald/address/{address}", rpcUrls: ["https://emerald.oasis.io", "https://public.1rpc.io/oasis/emerald"] },
      { id: "OKX", name: "OKTChain", kind: "evm", chainId: 66, native: { symbol: "OKT", name: "OKT", decimals: 18 }, addressFormat: "evm", status: "dead", note: "the operator announced in August 2025 that OKTChain is decommissioned and OKT is converted to OKB on X Layer", wrappedNative: "0x8F8526dbfd6E38E3D8307702cA8469Bae6C56C15", aliases: ["okc", "okt", "oktc", "okxchain"], explorerTx: "https://www.oklink.com/oktc/tx/{hash}", explorerAddress: "https://www.oklink.com/oktc/address/{address}", rpcUrls: [] },
      { id: "ONTOLOGY", name: "Ontology", kind: "ontology", apiBlockchainId: 58, native: { symbol: "ONT", name: "Ontology", decimals: 9 }, addressFormat: "neo", addressParams: { versions: ["17"] }, note: "an EVM side of the chain exists with chain id 58; ONT has 9 decimals since the upgrade of 2022 (docs.ont.io)", aliases: ["ont"], explorerTx: "https://explorer.ont.io/transaction/{hash}", explorerAddress: "https://explorer.ont.io/address/{address}", rpcUrls: [] },
      { id: "OPTIMISM", name: "OP Mainnet", kind: "evm", chainId: 10, native: { symbol: "ETH", name: "Ether", decimals: 18 }, addressFormat: "evm", wrappedNative: "0x4200000000000000000000000000000000000006", aliases: ["op", "opt", "optimisticethereum"], explorerTx: "https://optimistic.etherscan.io/tx/{hash}", explorerAddress: "https://optimistic.etherscan.io/address/{address}", rpcUrls: ["https://mainnet.optimism.io", "https://optimism-rpc.publicnode.com", "https://optimism.drpc.org"] },
      { id: "OSMOSIS", name: "Osmosis", kind: "cosmos", native: { symbol: "OSMO", name: "Osmosis", decimals: 6 }, addressFormat: "cosmos", addressParams: { hrp: "osmo" }, memo: "memo", aliases: ["osmo"], explorerTx: "https://mintscan.io/osmosis/txs/{hash}", explorerAddress: "https://mintscan.io/osmosis/account/{address}", rpcUrls: [] },
      { id: "PIVX", name: "PIVX", kind: "bitcoin-like", native: { symbol: "PIVX", name: "PIVX", decimals: 8 }, addressFormat: "bitcoin", addressParams: { versions: ["1e", "0d"] }, aliases: [], explorerTx: "https://pivx.ccore.online/transaction/{hash}", explorerAddress: "https://pivx.ccore.online/address/{address}", rpcUrls: [] },
      { id: "PLASMA", name: "Plasma", kind: "evm", chainId: 9745, native: { symbol: "XPL", name: "Plasma", decimals: 18 }, addressFormat: "evm", wrappedNative: "0x6100E367285b01F48D07953803A2d8dCA5D19873", aliases: ["xpl"], explorerTx: "https://plasmascan.to/tx/{hash}", explorerAddress: "https://plasmascan.to/address/{address}", rpcUrls: ["https://rpc.plasma.to", "https://plasma.drpc.org"] },
      { id: "POLKADOT", name: "Polkadot", kind: "polkadot", native: { symbol: "DOT", name: "Polkadot", decimals: 10 }, addressFormat: "ss58", addressParams: { ss58: 0 }, aliases: ["dot", "polkadotrelay"], explorerTx: "https://assethub-polkadot.subscan.io/extrinsic/{hash}", explorerAddress: "https://assethub-polkadot.subscan.io/account/{address}", rpcUrls: [] },
      { id: "POLYGON", name: "Polygon", kind: "evm", chainId: 137, native: { symbol: "POL", name: "Polygon Ecosystem Token", decimals: 18, otherSymbols: ["MATIC"] }, addressFormat: "evm", wrappedNative: "0x0d500B1d8E8eF31E21C99d1Db9A6444d3ADf1270", aliases: ["matic", "pol", "polygonpos", "poly", "polygonmainnet"], explorerTx: "https://polygonscan.com/tx/{hash}", explorerAddress: "https://polygonscan.com/address/{address}", rpcUrls: ["https://polygon-bor-rpc.publicnode.com", "https://polygon.drpc.org", "https://gateway.tenderly.co/public/polygon"] },
      { id: "POLYGON_ZKEVM", name: "Polygon zkEVM", kind: "evm", chainId: 1101, native: { symbol: "ETH", name: "Ether", decimals: 18 }, addressFormat: "evm", status: "dead", note: "network ended: its sequencer stopped on 2026-07-01", wrappedNative: "0x4F9A0e7FD2Bf6067db6994CF12E4495Df938E6e9", aliases: ["zkevm"], explorerTx: "https://zkevm.polygonscan.com/tx/{hash}", explorerAddress: "https://zkevm.polygonscan.com/address/{address}", rpcUrls: [] },
      { id: "POLYX", name: "Polymesh", kind: "polkadot", native: { symbol: "POLYX", name: "Polymesh", decimals: 6 }, addressFormat: "ss58", addressParams: { ss58: 12 }, aliases: [], explorerTx: "https://polymesh.subscan.io/extrinsic/{hash}", explorerAddress: "https://polymesh.subscan.io/account/{address}", rpcUrls: [] },
      { id: "PULSECHAIN", name: "PulseChain", kind: "evm", chainId: 369, native: { symbol: "PLS", name: "Pulse", decimals: 18 }, addressFormat: "evm", wrappedNative: "0xA1077a294dDE1B09bB078844df40758a5D0f9a27", aliases: ["pls", "pulse"], explorerTx: "https://otter.pulsechain.com/tx/{hash}", explorerAddress: "https://otter.pulsechain.com/address/{address}", rpcUrls: ["https://rpc.pulsechain.com", "https://pulsechain-rpc.publicnode.com"] },
      { id: "QTUM", name: "Qtum", kind: "bitcoin-like", native: { symbol: "QTUM", name: "Qtum", decimals: 8 }, addressFormat: "bitcoin", addressParams: { versions: ["3a", "32"], hrp: "qc" }, aliases: [], explorerTx: "https://qtum.info/tx/{hash}", explorerAddress: "https://qtum.info/address/{address}", rpcUrls: [] },
      { id: "RAVENCOIN", name: "Ravencoin", kind: "bitcoin-like", native: { symbol: "RVN", name: "Ravencoin", decimals: 8 }, addressFormat: "bitcoin", addressParams: { versions: ["3c", "7a"] }, aliases: ["rvn"], explorerTx: "https://blockbook.ravencoin.org/tx/{hash}", explorerAddress: "https://blockbook.ravencoin.org/address/{address}", rpcUrls: [] },
      { id: "RIPPLE", name: "XRP Ledger", kind: "xrp", native: { symbol: "XRP", name: "XRP", decimals: 6 }, addressFormat: "xrp", memo: "destination tag", aliases: ["xrp", "xrpl"], explorerTx: "https://bithomp.com/explorer/{hash}", explorerAddress: "https://bithomp.com/explorer/{address}", rpcUrls: ["https://s2.ripple.com:51234"] },
      { id: "ROOTSTOCK", name: "Rootstock", kind: "evm", chainId: 30, native: { symbol: "RBTC", name: "Rootstock Bitcoin", decimals: 18 }, addressFormat: "evm", wrappedNative: "0x542fDA317318eBF1d3DEAf76E0b632741A7e677d", aliases: ["rsk", "rbtc"], explorerTx: "https://explorer.rsk.co/tx/{hash}", explorerAddress: "https://explorer.rsk.co/address/{address}", rpcUrls: ["https://public-node.rsk.co", "https://rootstock.drpc.org"] },
      { id: "SCROLL", name: "Scroll", kind: "evm", chainId: 534352, native: { symbol: "ETH", name: "Ether", decimals: 18 }, addressFormat: "evm", wrappedNative: "0x5300000000000000000000000000000000000004", aliases: ["scr"], explorerTx: "https://scrollscan.com/tx/{hash}", explorerAddress: "https://scrollscan.com/address/{address}", rpcUrls: ["https://rpc.scroll.io", "https://scroll.drpc.org"] },
      { id: "SECRET", name: "Secret Network", kind: "cosmos", native: { symbol: "SCRT", name: "Secret", decimals: 6 }, addressFormat: "cosmos", addressParams: { hrp: "secret" }, memo: "memo", aliases: ["scrt"], explorerTx: "https://mintscan.io/secret/txs/{hash}", explorerAddress: "https://mintscan.io/secret/account/{address}", rpcUrls: [] },
      { id: "SEI", name: "Sei", kind: "evm", chainId: 1329, native: { symbol: "SEI", name: "Sei", decimals: 18 }, addressFormat: "evm", wrappedNative: "0xE30feDd158A2e3b13e9badaeABaFc5516e95e8C7", aliases: ["seievm"], explorerTx: "https://seiscan.io/tx/{hash}", explorerAddress: "https://seiscan.io/address/{address}", rpcUrls: ["https://evm-rpc.sei-apis.com/", "https://sei.drpc.org"] },
      { id: "SIA", name: "Sia", kind: "sia", native: { symbol: "SC", name: "Siacoin", decimals: 24 }, addressFormat: "sia", aliases: ["siacoin", "sc"], explorerTx: "https://explore.sia.tech/tx/{hash}", explorerAddress: "https://explore.sia.tech/address/{address}", rpcUrls: [] },
      { id: "SOLANA", name: "Solana", kind: "solana", apiBlockchainId: 7565164, native: { symbol: "SOL", name: "Solana", decimals: 9, address: "So11111111111111111111111111111111111111111" }, addressFormat: "solana", wrappedNative: "So11111111111111111111111111111111111111112", aliases: ["sol"], explorerTx: "https://solscan.io/tx/{hash}", explorerAddress: "https://solscan.io/account/{address}", rpcUrls: ["https://api.mainnet-beta.solana.com"] },
      { id: "SOLAR", name: "Solar", kind: "ark-like", native: { symbol: "SXP", name: "Solar", decimals: 8 }, addressFormat: "any", status: "unverified", note: "operation not verified", aliases: ["sxp"], explorerTx: "https://explorer.solar.org/transactions/{hash}", explorerAddress: "https://explorer.solar.org/wallets/{address}", rpcUrls: [] },
      { id: "SONEIUM", name: "Soneium", kind: "evm", chainId: 1868, native: { symbol: "ETH", name: "Ether", decimals: 18 }, addressFormat: "evm", wrappedNative: "0x4200000000000000000000000000000000000006", aliases: [], explorerTx: "https://soneium.blockscout.com/tx/{hash}", explorerAddress: "https://soneium.blockscout.com/address/{address}", rpcUrls: ["https://rpc.soneium.org", "https://soneium.drpc.org"] },
      { id: "STACKS", name: "Stacks", kind: "stacks", native: { symbol: "STX", name: "Stacks", decimals: 6 }, addressFormat: "stacks", memo: "memo", aliases: ["stx"], explorerTx: "https://explorer.stacks.co/txid/{hash}", explorerAddress: "https://explorer.stacks.co/address/{address}", rpcUrls: [] },
      { id: "STARKNET", name: "Starknet", kind: "starknet", native: { symbol: "STRK", name: "Starknet Token", decimals: 18 }, addressFormat: "starknet", status: "unverified", note: "operation not verified", aliases: ["strk", "stark"], explorerTx: "https://starkscan.co/tx/{hash}", explorerAddress: "https://starkscan.co/contract/{address}", rpcUrls: [] },
      { id: "STEEM", name: "Steem", kind: "steem", native: { symbol: "STEEM", name: "Steem", decimals: 3 }, addressFormat: "steem", memo: "memo", aliases: [], explorerTx: "https://steemscan.com/transaction/{hash}", explorerAddress: "https://steemscan.com/account/{address}", rpcUrls: [] },
      { id: "STELLAR", name: "Stellar", kind: "stellar", native: { symbol: "XLM", name: "Lumen", decimals: 7 }, addressFormat: "stellar", memo: "memo", aliases: ["xlm", "lumen", "lumens"], explorerTx: "https://blockchair.com/stellar/transaction/{hash}", explorerAddress: "https://blockchair.com/stellar/account/{address}", rpcUrls: ["https://horizon.stellar.org"] },
      { id: "STRATIS", name: "Stratis", kind: "bitcoin-like", native: { symbol: "STRAX", name: "Stratis", decimals: 8 }, addressFormat: "bitcoin", addressParams: { versions: ["4b", "8c"], hrp: "strax" }, status: "unverified", note: "the old UTXO chain; the newer EVM chain of the same brand is not meant", aliases: ["strax"], explorerTx: "https://explorer.rutanio.com/strax/explorer/transaction/{hash}", explorerAddress: "https://explorer.rutanio.com/strax/explorer/address/{address}", rpcUrls: [] },
      { id: "SUI", name: "Sui", kind: "sui", native: { symbol: "SUI", name: "Sui", decimals: 9, address: "0x0000000000000000000000000000000000000000000000000000000000000002::sui::SUI" }, addressFormat: "sui", aliases: [], explorerTx: "https://suiscan.xyz/mainnet/tx/{hash}", explorerAddress: "https://suiscan.xyz/mainnet/account/{address}", rpcUrls: ["https://fullnode.mainnet.sui.io:443"] },
      { id: "SYMBOL", name: "Symbol", kind: "symbol", native: { symbol: "XYM", name: "Symbol", decimals: 6 }, addressFormat: "symbol", memo: "message", aliases: ["xym"], explorerTx: "https://symbol.fyi/transactions/{hash}", explorerAddress: "https://symbol.fyi/accounts/{address}", rpcUrls: [] },
      { id: "SYSCOIN", name: "Syscoin NEVM", kind: "evm", chainId: 57, native: { symbol: "SYS", name: "Syscoin", decimals: 18 }, addressFormat: "evm", wrappedNative: "0xd3e822f3ef011Ca5f17D82C956D952D8d7C3A1BB", aliases: ["sys"], explorerTx: "https://explorer.syscoin.org/tx/{hash}", explorerAddress: "https://explorer.syscoin.org/address/{address}", rpcUrls: ["https://rpc.syscoin.org", "https://syscoin-evm-rpc.publicnode.com"] },
      { id: "TAIKO", name: "Taiko", kind: "evm", chainId: 167e3, native: { symbol: "ETH", name: "Ether", decimals: 18 }, addressFormat: "evm", wrappedNative: "0xA51894664A773981C6C112C43ce576f315d5b1B6", multicall3: "0xcb2436774C3e191c85056d248EF4260ce5f27A9D", aliases: [], explorerTx: "https://taikoscan.io/tx/{hash}", explorerAddress: "https://taikoscan.io/address/{address}", rpcUrls: ["https://rpc.mainnet.taiko.xyz", "https://taiko.drpc.org"] },
      { id: "TELOS", name: "Telos EVM", kind: "evm", chainId: 40, native: { symbol: "TLOS", name: "Telos", decimals: 18 }, addressFormat: "evm", wrappedNative: "0xD102cE6A4dB07D247fcc28F366A623Df0938CA9E", aliases: ["tlos"], explorerTx: "https://www.teloscan.io/tx/{hash}", explorerAddress: "https://www.teloscan.io/address/{address}", rpcUrls: ["https://rpc.telos.net", "https://telos.drpc.org"] },
      { id: "TERRA", name: "Terra", kind: "cosmos", native: { symbol: "LUNA", name: "Terra", decimals: 6 }, addressFormat: "cosmos", addressParams: { hrp: "terra" }, memo: "memo", aliases: ["luna", "terra2", "luna2", "phoenix"], explorerTx: "https://finder.terra.money/mainnet/tx/{hash}", explorerAddress: "https://finder.terra.money/mainnet/address/{address}", rpcUrls: ["https://phoenix-lcd.terra.dev"] },
      { id: "TERRA_CLASSIC", name: "Terra Classic", kind: "cosmos", native: { symbol: "LUNC", name: "Terra Classic", decimals: 6 }, addressFormat: "cosmos", addressParams: { hrp: "terra" }, memo: "memo", aliases: ["lunc", "lunaclassic", "lunac", "columbus"], explorerTx: "https://finder.terra.money/classic/tx/{hash}", explorerAddress: "https://finder.terra.money/classic/address/{address}", rpcUrls: [] },
      { id: "TEZOS", name: "Tezos", kind: "tezos", native: { symbol: "XTZ", name: "Tezos", decimals: 6 }, addressFormat: "tezos", aliases: ["xtz"], explorerTx: "https://tzstats.com/{hash}", explorerAddress: "https://tzstats.com/{address}", rpcUrls: [] },
      { id: "THETA", name: "Theta", kind: "evm", chainId: 361, native: { symbol: "TFUEL", name: "Theta Fuel", decimals: 18 }, addressFormat: "evm", wrappedNative: "0xAf537FB7E4c77C97403De94Ce141b7EdB9F7fCf0", aliases: ["tfuel"], explorerTx: "https://explorer.thetatoken.org/txs/{hash}", explorerAddress: "https://explorer.thetatoken.org/account/{address}", note: "only one public node is known; name another in SWAPROUTE_RPC_THETA", rpcUrls: ["https://eth-rpc-api.thetatoken.org/rpc"] },
      { id: "THOR_CHAIN", name: "THORChain", kind: "cosmos", native: { symbol: "RUNE", name: "THORChain Rune", decimals: 8 }, addressFormat: "cosmos", addressParams: { hrp: "thor" }, memo: "memo", aliases: ["rune"], explorerTx: "https://viewblock.io/thorchain/tx/{hash}", explorerAddress: "https://viewblock.io/thorchain/address/{address}", rpcUrls: ["https://thornode.ninerealms.com"] },
      { id: "TON", name: "TON", kind: "ton", apiBlockchainId: 9999, native: { symbol: "TON", name: "Toncoin", decimals: 9, otherSymbols: ["GRAM", "TONCOIN"] }, addressFormat: "ton", memo: "comment", aliases: ["toncoin", "theopennetwork"], explorerTx: "https://tonviewer.com/transaction/{hash}", explorerAddress: "https://tonviewer.com/{address}", rpcUrls: ["https://toncenter.com/api/v2/jsonRPC"] },
      { id: "TRON", name: "Tron", kind: "tron", apiBlockchainId: 195, native: { symbol: "TRX", name: "TRON", decimals: 6 }, addressFormat: "tron", wrappedNative: "TNUC9Qb1rRpS5CbWLmNMxXBjyFoydXjWFR", multicall3: "TEazPvZwDjDtFeJupyo7QunvnrnUjPH8ED", aliases: ["trx", "trc20"], explorerTx: "https://tronscan.org/#/transaction/{hash}", explorerAddress: "https://tronscan.org/#/address/{address}", rpcUrls: ["https://api.trongrid.io"] },
      { id: "UNICHAIN", name: "Unichain", kind: "evm", chainId: 130, native: { symbol: "ETH", name: "Ether", decimals: 18 }, addressFormat: "evm", wrappedNative: "0x4200000000000000000000000000000000000006", aliases: [], explorerTx: "https://uniscan.xyz/tx/{hash}", explorerAddress: "https://uniscan.xyz/address/{address}", rpcUrls: ["https://mainnet.unichain.org/", "https://unichain-rpc.publicnode.com", "https://unichain.drpc.org"] },
      { id: "VELAS", name: "Velas EVM", kind: "evm", chainId: 106, native: { symbol: "VLX", name: "Velas", decimals: 18 }, addressFormat: "evm", status: "unverified", note: "operation not verified; only one public node is known; name another in SWAPROUTE_RPC_VELAS", wrappedNative: "0xc579D1f3CF86749E05CD06f7ADe17856c2CE3126", aliases: ["vlx"], explorerTx: "https://evmexplorer.velas.com/tx/{hash}", explorerAddress: "https://evmexplorer.velas.com/address/{address}", rpcUrls: ["https://evmexplorer.velas.com/rpc"] },
      { id: "VERGE", name: "Verge", kind: "bitcoin-like", native: { symbol: "XVG", name: "Verge", decimals: 6 }, addressFormat: "bitcoin", addressParams: { versions: ["1e", "21"], hrp: "vg" }, aliases: ["xvg"], explorerTx: "https://verge-blockchain.info/tx/{hash}", explorerAddress: "https://verge-blockchain.info/address/{address}", rpcUrls: [] },
      { id: "VE_CHAIN", name: "VeChain", kind: "vechain", native: { symbol: "VET", name: "VeChain", decimals: 18 }, addressFormat: "evm", aliases: ["vet"], explorerTx: "https://explore.vechain.org/transactions/{hash}", explorerAddress: "https://explore.vechain.org/accounts/{address}", rpcUrls: [] },
      { id: "WAVES", name: "Waves", kind: "waves", native: { symbol: "WAVES", name: "Waves", decimals: 8 }, addressFormat: "waves", memo: "attachment", aliases: [], explorerTx: "https://wavesexplorer.com/tx/{hash}", explorerAddress: "https://wavesexplorer.com/address/{address}", rpcUrls: ["https://nodes.wavesnodes.com"] },
      { id: "WAX", name: "WAX", kind: "eosio", native: { symbol: "WAXP", name: "WAX", decimals: 8 }, addressFormat: "eosio", memo: "memo", aliases: ["waxp"], explorerTx: "https://wax.bloks.io/transaction/{hash}", explorerAddress: "https://wax.bloks.io/account/{address}", rpcUrls: [] },
      { id: "XDC", name: "XDC Network", kind: "xdc", chainId: 50, native: { symbol: "XDC", name: "XDC", decimals: 18 }, addressFormat: "xdc", note: "addresses may be written with the prefix xdc instead of 0x", wrappedNative: "0x951857744785E80e2De051c32EE7b25f9c458C42", multicall3: "0x0B1795ccA8E4eC4df02346a082df54D437F8D9aF", aliases: ["xinfin"], explorerTx: "https://xdcscan.com/tx/{hash}", explorerAddress: "https://xdcscan.com/address/{address}", rpcUrls: ["https://rpc.xdcrpc.com", "https://erpc.xinfin.network"] },
      { id: "XLAYER", name: "X Layer", kind: "evm", chainId: 196, native: { symbol: "OKB", name: "OKB", decimals: 18 }, addressFormat: "evm", wrappedNative: "0xe538905cf8410324e03A5A23C1c177a474D59b2b", aliases: ["okb"], explorerTx: "https://www.oklink.com/xlayer/tx/{hash}", explorerAddress: "https://www.oklink.com/xlayer/address/{address}", rpcUrls: ["https://xlayerrpc.okx.com", "https://rpc.xlayer.tech", "https://xlayer.drpc.org"] },
      { id: "ZCASH", name: "Zcash", kind: "bitcoin-like", native: { symbol: "ZEC", name: "Zcash", decimals: 8 }, addressFormat: "zcash", addressParams: { versions: ["1cb8", "1cbd"] }, testAddressParams: { versions: ["1d25", "1cba"] }, aliases: ["zec"], explorerTx: "https://blockchair.com/zcash/transaction/{hash}", explorerAddress: "https://blockchair.com/zcash/address/{address}", rpcUrls: [] },
      { id: "ZETACHAIN", name: "ZetaChain", kind: "evm", chainId: 7e3, native: { symbol: "ZETA", name: "Zeta", decimals: 18 }, addressFormat: "evm", wrappedNative: "0x5F0b1a82749cb4E2278EC87F8BF6B618dC71a8bf", aliases: ["zeta"], explorerTx: "https://zetachain.blockscout.com/tx/{hash}", explorerAddress: "https://zetachain.blockscout.com/address/{address}", rpcUrls: ["https://zeta-chain.drpc.org", "https://zetachain-evm.blockpi.network/v1/rpc/public"] },
      { id: "ZILLIQA", name: "Zilliqa", kind: "zilliqa", native: { symbol: "ZIL", name: "Zilliqa", decimals: 12 }, addressFormat: "zilliqa", addressParams: { hrp: "zil" }, aliases: ["zil"], explorerTx: "https://viewblock.io/zilliqa/tx/{hash}", explorerAddress: "https://viewblock.io/zilliqa/address/{address}", rpcUrls: ["https://api.zilliqa.com"] },
      { id: "ZK_FAIR", name: "ZKFair", kind: "evm", chainId: 42766, native: { symbol: "USDC", name: "USD Coin", decimals: 18 }, addressFormat: "evm", status: "unverified", note: "operation not verified; only one public node is known; name another in SWAPROUTE_RPC_ZK_FAIR", wrappedNative: "0xD33Db7EC50A98164cC865dfaa64666906d79319C", aliases: [], explorerTx: "https://scan.zkfair.io/tx/{hash}", explorerAddress: "https://scan.zkfair.io/address/{address}", rpcUrls: ["https://rpc.zkfair.io"] },
      { id: "ZK_LINK", name: "zkLink Nova", kind: "evm", chainId: 810180, native: { symbol: "ETH", name: "Ether", decimals: 18 }, addressFormat: "evm", status: "unverified", note: "operation not verified; only one public node is known; name another in SWAPROUTE_RPC_ZK_LINK", wrappedNative: "0x8280a4e7D5B3B658ec4580d3Bc30f5e50454F169", aliases: ["nova"], explorerTx: "https://explorer.zklink.io/tx/{hash}", explorerAddress: "https://explorer.zklink.io/address/{address}", rpcUrls: ["https://rpc.zklink.io"] },
      { id: "ZK_SYNC", name: "ZKsync Era", kind: "evm", chainId: 324, native: { symbol: "ETH", name: "Ether", decimals: 18 }, addressFormat: "evm", wrappedNative: "0x5AEa5775959fBC2557Cc8789bC1bf90A239D9a91", multicall3: "0xF9cda624FBC7e059355ce98a31693d299FACd963", aliases: ["era", "zks", "zksyncmainnet"], explorerTx: "https://explorer.zksync.io/tx/{hash}", explorerAddress: "https://explorer.zksync.io/address/{address}", rpcUrls: ["https://mainnet.era.zksync.io", "https://zksync.drpc.org"] },
      { id: "ARTHERA", name: "Arthera testnet", kind: "evm", testnet: true, chainId: 10243, native: { symbol: "AA", name: "Arthera", decimals: 18 }, addressFormat: "evm", status: "unverified", note: "operation not verified", wrappedNative: "0xC7A183Ad373301d68f7E0Ee824c8c727C7D5B21d", aliases: [], explorerTx: "https://explorer-test.arthera.net/tx/{hash}", explorerAddress: "https://explorer-test.arthera.net/address/{address}", rpcUrls: ["https://rpc-test.arthera.net"] },
      { id: "BERACHAIN_TESTNET", name: "Berachain bArtio testnet", kind: "evm", testnet: true, chainId: 80084, native: { symbol: "BERA", name: "Berachain", decimals: 18 }, addressFormat: "evm", status: "unverified", note: "the bArtio test network; a newer one is named Bepolia", aliases: ["berachaintestnetbartio", "bartio"], explorerTx: "https://bartio.beratrail.io/tx/{hash}", explorerAddress: "https://bartio.beratrail.io/address/{address}", rpcUrls: ["https://bartio.rpc.berachain.com"] },
      { id: "BLAST_TESTNET", name: "Blast Sepolia testnet", kind: "evm", testnet: true, chainId: 168587773, native: { symbol: "ETH", name: "Ether", decimals: 18 }, addressFormat: "evm", aliases: ["blastsepolia"], explorerTx: "https://sepolia.blastscan.io/tx/{hash}", explorerAddress: "https://sepolia.blastscan.io/address/{address}", rpcUrls: ["https://sepolia.blast.io"] },
      { id: "BSCT", name: "BNB Smart Chain Testnet", kind: "evm", testnet: true, chainId: 97, native: { symbol: "tBNB", name: "BNB", decimals: 18, otherSymbols: ["BNB"] }, addressFormat: "evm", wrappedNative: "0xae13d989daC2f0dEbFf460aC112a837C89BAa7cd", aliases: ["bsctestnet", "tbnb", "bnbtestnet"], explorerTx: "https://testnet.bscscan.com/tx/{hash}", explorerAddress: "https://testnet.bscscan.com/address/{address}", rpcUrls: ["https://data-seed-prebsc-1-s1.bnbchain.org:8545"] },
      { id: "FUJI", name: "Avalanche Fuji", kind: "evm", testnet: true, chainId: 43113, native: { symbol: "AVAX", name: "Avalanche", decimals: 18 }, addressFormat: "evm", wrappedNative: "0xd00ae08403B9bbb9124bB305C09058E32C39A48c", aliases: ["avaxtestnet"], explorerTx: "https://testnet.snowtrace.io/tx/{hash}", explorerAddress: "https://testnet.snowtrace.io/address/{address}", rpcUrls: ["https://api.avax-test.network/ext/bc/C/rpc"] },
      { id: "GOERLI", name: "Goerli", kind: "evm", testnet: true, chainId: 5, native: { symbol: "ETH", name: "Ether", decimals: 18 }, addressFormat: "evm", status: "dead", note: "test network closed; marked deprecated in the public EVM chain list", wrappedNative: "0xB4FBF271143F4FBf7B91A5ded31805e42b2208d6", aliases: ["ethereumgoerli"], explorerTx: "https://goerli.etherscan.io/tx/{hash}", explorerAddress: "https://goerli.etherscan.io/address/{address}", rpcUrls: [] },
      { id: "HOLESKY", name: "Holesky", kind: "evm", testnet: true, chainId: 17e3, native: { symbol: "ETH", name: "Ether", decimals: 18 }, addressFormat: "evm", status: "dead", note: "Ethereum Foundation announced its closure for late 2025, after the Fusaka upgrade; Hoodi and Sepolia replace it", aliases: ["ethereumholesky"], explorerTx: "https://holesky.etherscan.io/tx/{hash}", explorerAddress: "https://holesky.etherscan.io/address/{address}", rpcUrls: [] },
      { id: "MUMBAI", name: "Polygon Mumbai", kind: "evm", testnet: true, chainId: 80001, native: { symbol: "MATIC", name: "Matic (test)", decimals: 18 }, addressFormat: "evm", status: "dead", note: "test network closed; marked deprecated in the public EVM chain list", wrappedNative: "0x9c3C9283D3e44854697Cd22D3Faa240Cfb032889", aliases: [], explorerTx: "https://mumbai.polygonscan.com/tx/{hash}", explorerAddress: "https://mumbai.polygonscan.com/address/{address}", rpcUrls: [] },
      { id: "SCROLL_SEPOLIA", name: "Scroll Sepolia", kind: "evm", testnet: true, chainId: 534351, native: { symbol: "ETH", name: "Ether", decimals: 18 }, addressFormat: "evm", wrappedNative: "0x5300000000000000000000000000000000000004", aliases: [], explorerTx: "https://sepolia.scrollscan.com/tx/{hash}", explorerAddress: "https://sepolia.scrollscan.com/address/{address}", rpcUrls: ["https://sepolia-rpc.scroll.io"] },
      { id: "SEPOLIA", name: "Sepolia", kind: "evm", testnet: true, chainId: 11155111, native: { symbol: "ETH", name: "Ether", decimals: 18 }, addressFormat: "evm", wrappedNative: "0xfFf9976782d46CC05630D1f6eBAb18b2324d6B14", aliases: ["ethsepolia", "ethereumsepolia"], explorerTx: "https://sepolia.etherscan.io/tx/{hash}", explorerAddress: "https://sepolia.etherscan.io/address/{address}", rpcUrls: ["https://rpc.sepolia.ethpandaops.io", "https://ethereum-sepolia-rpc.publicnode.com"] },
      { id: "UNICHAIN_SEPOLIA_TESTNET", name: "Unichain Sepolia testnet", kind: "evm", testnet: true, chainId: 1301, native: { symbol: "ETH", name: "Ether", decimals: 18 }, addressFormat: "evm", wrappedNative: "0x4200000000000000000000000000000000000006", aliases: ["unichainsepolia"], explorerTx: "https://sepolia.uniscan.xyz/tx/{hash}", explorerAddress: "https://sepolia.uniscan.xyz/address/{address}", rpcUrls: ["https://sepolia.unichain.org"] }
    ];
  }
});

// src/chains/text.ts
function quoted(text4) {
  const cut3 = withoutLinks(text4.length > maxShown ? `${text4.slice(0, maxShown)}...` : text4);
  const safe = cut3.replace(unprintable, (character) => {
    const code = character.codePointAt(0) ?? 0;
    return `\\u{${code.toString(16).padStart(4, "0")}}`;
  });
  return `"${safe}"`;
}
function isVisibleAscii(text4) {
  return /^[\x21-\x7e]+$/.test(text4);
}
var maxShown, unprintable;
var init_text = __esm({
  "src/chains/text.ts"() {
    "use strict";
    init_links();
    maxShown = 128;
    unprintable = /[^\x20-\x7e]/gu;
  }
});

// src/chains/chains.ts
function allChains() {
  return [...table().values()];
}
function chainById(id2) {
  const chain = table().get(id2);
  if (chain === void 0) throw new Error(`chains.json has no row ${id2}`);
  return chain;
}
function isEvmChain(chain) {
  return chain.chainId !== null;
}
function table() {
  if (byId !== void 0) return byId;
  const rows2 = chains_default;
  const built = /* @__PURE__ */ new Map();
  for (const row of rows2) {
    const chain = toChain(row);
    built.set(chain.id, chain);
  }
  byId = built;
  return built;
}
function toChain(row) {
  const { id: id2, kind, addressFormat, status = "live" } = row;
  if (!isBlockchainId(id2)) throw new Error(`chains.json: unknown id ${id2}`);
  if (!isOneOf(kind, chainKindSet)) throw new Error(`chains.json: kind of ${id2}`);
  if (!isOneOf(addressFormat, addressFormatSet)) {
    throw new Error(`chains.json: addressFormat of ${id2}`);
  }
  if (!isOneOf(status, statusSet)) throw new Error(`chains.json: status of ${id2}`);
  const chainId2 = row.chainId ?? null;
  return {
    id: id2,
    name: row.name,
    kind,
    testnet: row.testnet ?? false,
    chainId: chainId2,
    apiBlockchainId: row.apiBlockchainId ?? chainId2,
    native: {
      ...row.native,
      address: row.native.address ?? zeroAddress,
      otherSymbols: row.native.otherSymbols ?? []
    },
    wrappedNative: row.wrappedNative ?? null,
    multicall3: row.multicall3 ?? (chainId2 === null ? null : multicall3Address),
    explorerTx: row.explorerTx ?? null,
    explorerAddress: row.explorerAddress ?? null,
    rpcUrls: row.rpcUrls,
    addressFormat,
    addressParams: row.addressParams ?? {},
    testAddressParams: row.testAddressParams ?? null,
    memo: row.memo ?? null,
    status,
    note: row.note ?? null,
    aliases: row.aliases
  };
}
function isOneOf(text4, words) {
  return words.has(text4);
}
function chainOfNumber(chainId2, numberOf2) {
  const found = allChains().find((chain) => {
    const number8 = isEvmChain(chain) ? numberOf2(chain.id) : null;
    return number8 !== null && BigInt(number8) === chainId2;
  });
  return found?.id ?? null;
}
var multicall3Address, chainKindSet, addressFormatSet, statusSet, byId;
var init_chains2 = __esm({
  "src/chains/chains.ts"() {
    "use strict";
    init_blockchainIds();
    init_errors();
    init_nearest();
    init_token();
    init_chainWords();
    init_chains();
    init_text();
    multicall3Address = "0xcA11bde05977b3631167028862bE2a173976CA11";
    chainKindSet = new Set(chainKinds);
    addressFormatSet = new Set(addressFormats);
    statusSet = new Set(chainStatuses);
  }
});

// src/chains/addresses/result.ts
function accept(address2, payload, extra = {}) {
  return { address: address2, payload, notes: extra.notes ?? [], memo: extra.memo ?? null };
}
function refuse(reason) {
  return { refused: reason };
}
function isAccepted(check) {
  return "address" in check;
}
var wrongChecksum, testNetwork;
var init_result = __esm({
  "src/chains/addresses/result.ts"() {
    "use strict";
    wrongChecksum = "its checksum is wrong, so at least one character is wrong";
    testNetwork = "it belongs to a test network";
  }
});

// src/chains/addresses/ardor.ts
function isCodeword(codeword) {
  for (let root = 1; root < 5; root += 1) {
    let sum = 0;
    for (let term = 0; term < 31; term += 1) {
      if (term > 12 && term < 27) continue;
      const symbol = codeword[term > 26 ? term - 14 : term] ?? 0;
      sum ^= multiply(symbol, exponents[root * term % 31] ?? 0);
    }
    if (sum !== 0) return false;
  }
  return true;
}
function multiply(a, b) {
  if (a === 0 || b === 0) return 0;
  return exponents[((logarithms[a] ?? 0) + (logarithms[b] ?? 0)) % 31] ?? 0;
}
var alphabet, order, exponents, logarithms, ardorKind;
var init_ardor = __esm({
  "src/chains/addresses/ardor.ts"() {
    "use strict";
    init_result();
    alphabet = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ";
    order = [3, 2, 1, 0, 7, 6, 5, 4, 13, 14, 15, 16, 12, 8, 9, 10, 11];
    exponents = [
      1,
      2,
      4,
      8,
      16,
      5,
      10,
      20,
      13,
      26,
      17,
      7,
      14,
      28,
      29,
      31,
      27,
      19,
      3,
      6,
      12,
      24,
      21,
      15,
      30,
      25,
      23,
      11,
      22,
      9,
      18,
      1
    ];
    logarithms = [
      0,
      0,
      1,
      18,
      2,
      5,
      19,
      11,
      3,
      29,
      6,
      27,
      20,
      8,
      12,
      23,
      4,
      10,
      30,
      17,
      7,
      22,
      28,
      26,
      21,
      25,
      9,
      16,
      13,
      14,
      24,
      15
    ];
    ardorKind = {
      shape: () => "ARDOR- and 17 characters in groups",
      check: (text4) => {
        const match = /^ARDOR-([2-9A-HJ-NP-Z]{4})-([2-9A-HJ-NP-Z]{4})-([2-9A-HJ-NP-Z]{4})-([2-9A-HJ-NP-Z]{5})$/.exec(
          text4
        );
        if (match === null) return refuse("it is not ARDOR- and groups of 4, 4, 4 and 5 characters");
        const codeword = Array.from({ length: order.length }, () => 0);
        [...match.slice(1).join("")].forEach((character, index) => {
          codeword[order[index] ?? 0] = alphabet.indexOf(character);
        });
        return isCodeword(codeword) ? accept(text4, null) : refuse(wrongChecksum);
      }
    };
  }
});

// src/chains/addresses/codecs.ts
import { keccak_256 } from "@noble/hashes/sha3.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { base32nopad, base58, bech32, bech32m } from "@scure/base";
function doubleSha256(data) {
  return sha256(sha256(data));
}
function keccak256(data) {
  return keccak_256(data);
}
function base58Bytes(text4) {
  return attempt(() => base58.decode(text4));
}
function base58CheckBytes(text4, hash3 = doubleSha256) {
  const bytes = base58Bytes(text4);
  return bytes === null ? null : withoutChecksum(bytes, 4, hash3);
}
function base32Bytes(text4) {
  return attempt(() => base32nopad.decode(text4));
}
function withoutChecksum(bytes, size, hash3) {
  if (bytes.length <= size) return null;
  const body2 = bytes.subarray(0, bytes.length - size);
  const sum = bytes.subarray(bytes.length - size);
  return isSame(hash3(body2).subarray(0, size), sum) ? body2 : null;
}
function bech32Parts(text4, limit = 90) {
  for (const [variant, coder] of [
    ["bech32", bech32],
    ["bech32m", bech32m]
  ]) {
    const parts = coder.decodeUnsafe(text4, limit);
    if (parts !== void 0) return { hrp: parts.prefix, words: parts.words, variant };
  }
  return null;
}
function wordBytes(words) {
  return bech32.fromWordsUnsafe(words) ?? null;
}
function hexBytes(digits2) {
  const isHex = digits2.length % 2 === 0 && /^[0-9a-fA-F]*$/.test(digits2);
  return isHex ? Uint8Array.from(Buffer.from(digits2, "hex")) : null;
}
function toHex(bytes) {
  return Buffer.from(bytes).toString("hex");
}
function isSame(a, b) {
  return a.length === b.length && a.every((byte, index) => byte === b[index]);
}
function startsWithHex(bytes, digits2) {
  return toHex(bytes.subarray(0, digits2.length / 2)) === digits2;
}
function crc16(bytes) {
  let crc = 0;
  for (const byte of bytes) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit += 1) {
      crc = (crc & 32768) === 0 ? crc << 1 & 65535 : (crc << 1 ^ 4129) & 65535;
    }
  }
  return crc;
}
function crc32(bytes) {
  let crc = 4294967295;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) {
      crc = (crc & 1) === 0 ? crc >>> 1 : crc >>> 1 ^ 3988292384;
    }
  }
  return (crc ^ 4294967295) >>> 0;
}
function attempt(read) {
  try {
    return read();
  } catch {
    return null;
  }
}
var init_codecs = __esm({
  "src/chains/addresses/codecs.ts"() {
    "use strict";
  }
});

// src/chains/addresses/base32.ts
import { blake2b } from "@noble/hashes/blake2.js";
import { sha512_256 } from "@noble/hashes/sha2.js";
import { sha3_256 } from "@noble/hashes/sha3.js";
import { base32nopad as base32nopad2 } from "@scure/base";
function checkStellar(text4) {
  if (!/^([GC][A-Z2-7]{55}|M[A-Z2-7]{68})$/.test(text4)) {
    return refuse("it is not G (or C, M) and 55 (M: 68) capital letters or digits 2-7");
  }
  const bytes = base32Bytes(text4);
  if (bytes === null) return refuse("it is cut or mistyped");
  const body2 = bytes.subarray(0, -2);
  const sum = new DataView(bytes.buffer, bytes.byteOffset + body2.length, 2).getUint16(0, true);
  if (crc16(body2) !== sum) return refuse(wrongChecksum);
  const payload = body2.subarray(1);
  switch (body2[0] ?? -1) {
    case versionAccount:
      return accept(text4, payload);
    case versionContract:
      return accept(text4, payload, { notes: ["a contract; many senders cannot pay it"] });
    case versionMuxed: {
      const id2 = new DataView(payload.buffer, payload.byteOffset + 32, 8).getBigUint64(0);
      const notes = [`includes the owner's account number ${id2}`];
      return accept(text4, payload.subarray(0, 32), { memo: id2.toString(), notes });
    }
    default:
      return refuse("it is of another kind");
  }
}
function checkIcp(text4) {
  if (/^[0-9a-f]{64}$/i.test(text4)) {
    const bytes2 = hexBytes(text4);
    return bytes2 === null || !hasLeadingCrc(bytes2) ? refuse(wrongChecksum) : accept(text4.toLowerCase(), bytes2.subarray(4));
  }
  if (!/^[a-z2-7]{1,5}(-[a-z2-7]{1,5})+$/.test(text4)) {
    return refuse("it is neither 64 hexadecimal digits nor a principal");
  }
  const bytes = base32Bytes(text4.replaceAll("-", "").toUpperCase());
  if (bytes === null || bytes.length <= 4 || bytes.length > 33)
    return refuse("it is cut or mistyped");
  const grouped = base32nopad2.encode(bytes).toLowerCase().replace(/(.{5})(?=.)/g, "$1-");
  if (!hasLeadingCrc(bytes) || grouped !== text4) return refuse(wrongChecksum);
  return accept(text4, bytes.subarray(4), {
    notes: ["a principal; some senders need the account of 64 hexadecimal digits"]
  });
}
function hasLeadingCrc(bytes) {
  return new DataView(bytes.buffer, bytes.byteOffset, 4).getUint32(0) === crc32(bytes.subarray(4));
}
function checkNem(text4, length, body2) {
  const plain = text4.replaceAll("-", "");
  if (plain.length !== length || !/^[A-Z2-7]+$/.test(plain)) {
    return refuse(`it is not ${length} capital letters or digits 2-7`);
  }
  const bytes = base32Bytes(plain);
  const address2 = bytes === null ? null : body2(bytes);
  if (address2 === null) return refuse(wrongChecksum);
  if (address2[0] === testNetworkByte) return refuse(testNetwork);
  return address2[0] === mainNetwork && address2.length === 21 ? accept(plain, address2.subarray(1)) : refuse("it belongs to another network");
}
function nanoBytes(text4, size) {
  let value = 0n;
  for (const character of text4) value = value * 32n + BigInt(nanoAlphabet.indexOf(character));
  const digits2 = BigInt.asUintN(size * 8, value).toString(16).padStart(size * 2, "0");
  return Uint8Array.from(Buffer.from(digits2, "hex"));
}
function checkStacks(text4) {
  if (!/^S[0-9A-HJKMNP-TV-Z]{28,40}$/.test(text4))
    return refuse("it is not SP or SM and its letters and digits");
  const version = stacksAlphabet.indexOf(text4.charAt(1));
  const bytes = stacksBytes(text4.slice(2));
  if (bytes === null) return refuse("it is cut or mistyped");
  const body2 = withoutChecksum(Uint8Array.from([version, ...bytes]), 4, doubleSha256);
  if (body2 === null) return refuse(wrongChecksum);
  if (testVersions.has(version)) return refuse(testNetwork);
  return mainVersions.has(version) ? accept(text4, body2.subarray(1)) : refuse("it belongs to another network");
}
function stacksBytes(text4) {
  let value = 0n;
  for (const character of text4) value = value * 32n + BigInt(stacksAlphabet.indexOf(character));
  const digits2 = value.toString(16);
  const zeros = /^0*/.exec(text4)?.[0].length ?? 0;
  const bytes = Buffer.from(digits2.length % 2 === 0 ? digits2 : `0${digits2}`, "hex");
  if (zeros + bytes.length !== bodyBytes) return null;
  return Uint8Array.from([...Array.from({ length: zeros }, () => 0), ...bytes]);
}
var algorandKind, versionAccount, versionMuxed, versionContract, stellarKind, icpKind, mainNetwork, testNetworkByte, nemKind, symbolKind, nanoAlphabet, nanoKind, stacksAlphabet, mainVersions, testVersions, bodyBytes, stacksKind;
var init_base32 = __esm({
  "src/chains/addresses/base32.ts"() {
    "use strict";
    init_codecs();
    init_result();
    algorandKind = {
      shape: () => "58 capital letters or digits",
      check: (text4) => {
        if (!/^[A-Z2-7]{58}$/.test(text4)) return refuse("it is not 58 capital letters or digits 2-7");
        const bytes = base32Bytes(text4);
        if (bytes?.length !== 36) return refuse("it is cut or mistyped");
        const key = bytes.subarray(0, 32);
        if (!isSame(sha512_256(key).subarray(-4), bytes.subarray(32))) return refuse(wrongChecksum);
        return accept(text4, key);
      }
    };
    versionAccount = 6 << 3;
    versionMuxed = 12 << 3;
    versionContract = 2 << 3;
    stellarKind = {
      shape: () => "G and 55 capital letters or digits",
      check: checkStellar
    };
    icpKind = {
      shape: () => "64 hexadecimal digits, or a principal in groups of five characters",
      check: checkIcp
    };
    mainNetwork = 104;
    testNetworkByte = 152;
    nemKind = {
      shape: () => "N and 39 capital letters or digits",
      check: (text4) => checkNem(text4, 40, (bytes) => withoutChecksum(bytes, 4, keccak256))
    };
    symbolKind = {
      shape: () => "N and 38 capital letters or digits",
      check: (text4) => checkNem(text4, 39, (bytes) => withoutChecksum(bytes, 3, sha3_256))
    };
    nanoAlphabet = "13456789abcdefghijkmnopqrstuwxyz";
    nanoKind = {
      shape: () => "nano_ and 60 lower-case letters or digits",
      check: (text4) => {
        const match = /^(?:nano|xrb)_([13][13-9a-km-uw-z]{51})([13-9a-km-uw-z]{8})$/.exec(text4);
        const keyText = match?.[1];
        const sumText = match?.[2];
        if (keyText === void 0 || sumText === void 0) {
          return refuse("it is not nano_ and 60 characters of its nanoAlphabet");
        }
        const key = nanoBytes(keyText, 32);
        const sum = blake2b(key, { dkLen: 5 }).reverse();
        if (!isSame(sum, nanoBytes(sumText, 5))) return refuse(wrongChecksum);
        return accept(text4.replace(/^xrb_/, "nano_"), key);
      }
    };
    stacksAlphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
    mainVersions = /* @__PURE__ */ new Set([22, 20]);
    testVersions = /* @__PURE__ */ new Set([26, 21]);
    bodyBytes = 24;
    stacksKind = {
      shape: () => "SP or SM and up to 39 capital letters or digits",
      check: checkStacks
    };
  }
});

// src/chains/addresses/bitcoin.ts
function checkBitcoin(text4, chain) {
  const { hrp, mweb } = chain.addressParams;
  if (hrp !== void 0 && text4.toLowerCase().startsWith(`${hrp}1`)) {
    return checkSegwit(text4, hrp, chain);
  }
  if (testHrp.test(text4)) return refuse(testNetwork);
  if (mweb !== void 0 && text4.toLowerCase().startsWith(`${mweb}1`)) return checkMweb(text4);
  return checkVersioned(text4, chain);
}
function checkVersioned(text4, chain, decode2 = base58CheckBytes) {
  const { versions = [] } = chain.addressParams;
  const bytes = decode2(text4);
  if (bytes === null) {
    return refuse(
      /^[1-9A-HJ-NP-Za-km-z]{25,40}$/.test(text4) ? wrongChecksum : "it is cut or mistyped"
    );
  }
  const version = versions.find((digits2) => startsWithHex(bytes, digits2));
  if (version !== void 0 && bytes.length === version.length / 2 + hashBytes) {
    return accept(text4, bytes.subarray(version.length / 2));
  }
  const isTest = testVersions2.some((digits2) => startsWithHex(bytes, digits2));
  if (isTest && bytes.length <= hashBytes + 2) return refuse(testNetwork);
  return refuse("it belongs to another network");
}
function checkSegwit(text4, hrp, chain) {
  const parts = bech32Parts(text4);
  if (parts === null || parts.hrp !== hrp) return refuse(wrongChecksum);
  const version = parts.words[0] ?? -1;
  const program = wordBytes(parts.words.slice(1));
  if (program === null || !isProgram(version, program.length, parts)) {
    return refuse("its witness program has a wrong length or checksum form");
  }
  if (version > highestWitness(chain)) {
    return refuse(`it has witness version ${version}, which ${chain.id} does not use`);
  }
  const notes = version > 1 ? [`witness version ${version} is newer than most wallets`] : [];
  return accept(text4.toLowerCase(), program, { notes });
}
function isProgram(version, size, { variant }) {
  if (version === 0) return variant === "bech32" && (size === 20 || size === 32);
  if (version === 1) return variant === "bech32m" && size === 32;
  return version <= 16 && variant === "bech32m" && size >= 2 && size <= 40;
}
function highestWitness({ id: id2 }) {
  if (id2 === "BITCOIN") return 16;
  return id2 === "LITECOIN" || id2 === "QTUM" || id2 === "DIGI_BYTE" ? 1 : 0;
}
function checkMweb(text4) {
  const parts = bech32Parts(text4, false);
  if (parts === null) return refuse(wrongChecksum);
  const body2 = wordBytes(parts.words.slice(1));
  if (parts.words[0] !== 0 || body2?.length !== mwebBytes) return refuse("it is cut or mistyped");
  return accept(text4.toLowerCase(), body2, {
    notes: ["extension-block (MWEB) address; many senders cannot pay it"]
  });
}
var hashBytes, testVersions2, testHrp, mwebBytes, bitcoinKind, versionedKind;
var init_bitcoin = __esm({
  "src/chains/addresses/bitcoin.ts"() {
    "use strict";
    init_codecs();
    init_result();
    hashBytes = 20;
    testVersions2 = [
      "6f",
      "c4",
      "3a",
      "71",
      "8c",
      "13",
      "1d25",
      "1cba",
      "2092",
      "2098",
      "78",
      "6e"
    ];
    testHrp = /^(tb|bcrt|tltc|rltc|dgbt|dgbrt|tbtg|tq|qcrt|tvg|tstrax)1/i;
    mwebBytes = 66;
    bitcoinKind = {
      shape: ({ addressParams: { hrp } }) => `base58 text with checksum${hrp === void 0 ? "" : ` or ${hrp}1 and lower-case letters`}`,
      check: checkBitcoin
    };
    versionedKind = {
      shape: () => "34 base58 characters with checksum",
      check: (text4, chain) => checkVersioned(text4, chain)
    };
  }
});

// src/chains/addresses/base58.ts
import { blake256 } from "@noble/hashes/blake1.js";
import { blake2b as blake2b2 } from "@noble/hashes/blake2.js";
import { base58xmr } from "@scure/base";
function checkSs58(text4, chain) {
  if (!/^[1-9A-HJ-NP-Za-km-z]{46,50}$/.test(text4)) return refuse("it is cut or mistyped");
  const bytes = base58Bytes(text4);
  const body2 = bytes === null ? null : withoutChecksum(bytes, 2, saltedHash);
  if (body2 === null) return refuse(wrongChecksum);
  const [first2 = 0, second = 0] = body2;
  const isTwoBytes = (first2 & 64) !== 0;
  const network = isTwoBytes ? (first2 & 63) << 2 | second >> 6 | (second & 63) << 8 : first2;
  const payload = body2.subarray(isTwoBytes ? 2 : 1);
  if (first2 > 127 || payload.length !== keyBytes) return refuse("it is of another kind");
  if (network !== chain.addressParams.ss58) {
    const words = `it has the network number ${network} instead of ${chain.addressParams.ss58}`;
    return refuse(network === 42 ? `${words} (the general form of all such chains)` : words);
  }
  return accept(text4, payload);
}
function saltedHash(bytes) {
  return blake2b2(Uint8Array.from([...ss58Salt, ...bytes]));
}
function checkMonero(text4) {
  if (!/^[1-9A-HJ-NP-Za-km-z]+$/.test(text4) || text4.length !== 95 && text4.length !== 106) {
    return refuse("it is not 95 (or 106) base58 characters");
  }
  const body2 = moneroBytes(text4);
  if (body2 === null) return refuse(wrongChecksum);
  const prefix = body2[0] ?? 0;
  if (testPrefixes.has(prefix)) return refuse(testNetwork);
  const payload = body2.subarray(1, 65);
  if ((prefix === standard || prefix === subaddress) && body2.length === 65)
    return accept(text4, payload);
  if (prefix === integrated && body2.length === 73) {
    return accept(text4, payload, { notes: ["includes a payment id of the owner"] });
  }
  return refuse("it is of another kind");
}
function moneroBytes(text4) {
  try {
    return withoutChecksum(base58xmr.decode(text4), 4, keccak256);
  } catch {
    return null;
  }
}
var tronVersion, tronKind, solanaKind, tezosPrefixes, tezosKind, wavesVersion, wavesMain, wavesTest, wavesKind, minaKind, decredKind, ss58Salt, keyBytes, ss58Kind, standard, integrated, subaddress, testPrefixes, moneroKind;
var init_base58 = __esm({
  "src/chains/addresses/base58.ts"() {
    "use strict";
    init_bitcoin();
    init_codecs();
    init_result();
    tronVersion = 65;
    tronKind = {
      shape: () => "T and 33 base58 characters",
      check: (text4) => {
        if (/^(0x)?41[0-9a-fA-F]{40}$/.test(text4)) return refuse("it is in hexadecimal form");
        if (!/^T[1-9A-HJ-NP-Za-km-z]{33}$/.test(text4))
          return refuse("it is not T and 33 base58 characters");
        const bytes = base58CheckBytes(text4);
        if (bytes === null) return refuse(wrongChecksum);
        if (bytes[0] !== tronVersion || bytes.length !== 21)
          return refuse("it belongs to another network");
        return accept(text4, bytes.subarray(1));
      }
    };
    solanaKind = {
      shape: () => "32 to 44 base58 characters, the form of 32 bytes",
      check: (text4) => {
        if (!/^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(text4)) {
          return refuse("it is not 32 to 44 base58 characters");
        }
        const bytes = base58Bytes(text4);
        if (bytes?.length !== 32)
          return refuse("it does not decode to 32 bytes, so it is cut or mistyped");
        return accept(text4, bytes);
      }
    };
    tezosPrefixes = ["06a19f", "06a1a1", "06a1a4", "06a1a6", "025a79"];
    tezosKind = {
      shape: () => "tz1, tz2, tz3, tz4 or KT1 and 33 base58 characters",
      check: (text4) => {
        if (!/^(tz[1-4]|KT1)[1-9A-HJ-NP-Za-km-z]{33}$/.test(text4)) {
          return refuse("it is not tz1 to tz4 or KT1 and 33 characters");
        }
        const bytes = base58CheckBytes(text4);
        if (bytes === null) return refuse(wrongChecksum);
        const isKnown = bytes.length === 23 && tezosPrefixes.some((prefix) => startsWithHex(bytes, prefix));
        return isKnown ? accept(text4, bytes.subarray(3)) : refuse("it is of another kind");
      }
    };
    wavesVersion = 1;
    wavesMain = "W".charCodeAt(0);
    wavesTest = "T".charCodeAt(0);
    wavesKind = {
      shape: () => "3P and 33 base58 characters",
      check: (text4) => {
        if (!/^[1-9A-HJ-NP-Za-km-z]{35}$/.test(text4)) return refuse("it is not 35 base58 characters");
        const bytes = base58Bytes(text4);
        const body2 = bytes === null ? null : withoutChecksum(bytes, 4, (data) => keccak256(blake2b2(data, { dkLen: 32 })));
        if (body2 === null) return refuse(wrongChecksum);
        if (body2[1] === wavesTest) return refuse(testNetwork);
        const isMain = body2.length === 22 && body2[0] === wavesVersion && body2[1] === wavesMain;
        return isMain ? accept(text4, body2.subarray(2)) : refuse("it belongs to another network");
      }
    };
    minaKind = {
      shape: () => "B62 and 52 base58 characters",
      check: (text4) => {
        if (!/^B62[1-9A-HJ-NP-Za-km-z]{52}$/.test(text4))
          return refuse("it is not B62 and 52 base58 characters");
        const bytes = base58CheckBytes(text4);
        if (bytes === null) return refuse(wrongChecksum);
        const isKey = bytes.length === 36 && startsWithHex(bytes, "cb0101");
        return isKey ? accept(text4, bytes.subarray(3)) : refuse("it is of another kind");
      }
    };
    decredKind = {
      shape: () => "Ds or Dc and base58 text",
      check: (text4, chain) => checkVersioned(
        text4,
        chain,
        (address2) => base58CheckBytes(address2, (bytes) => blake256(blake256(bytes)))
      )
    };
    ss58Salt = new TextEncoder().encode("SS58PRE");
    keyBytes = 32;
    ss58Kind = {
      shape: ({ addressParams: { ss58 } }) => `base58 text with the network number ${ss58}`,
      check: checkSs58
    };
    standard = 18;
    integrated = 19;
    subaddress = 42;
    testPrefixes = /* @__PURE__ */ new Set([53, 54, 63, 24, 25, 36]);
    moneroKind = {
      shape: () => "4 or 8 and 94 base58 characters",
      check: checkMonero
    };
  }
});

// src/chains/evm/checksum.ts
import { keccak_256 as keccak_2562 } from "@noble/hashes/sha3.js";
function toChecksumAddress(address2) {
  const lower = address2.toLowerCase();
  const known5 = remembered.get(lower);
  if (known5 !== void 0) return known5;
  const checksummed2 = withCase(lower.slice(2), "");
  if (remembered.size >= maxRemembered) remembered.clear();
  remembered.set(lower, checksummed2);
  return checksummed2;
}
function toChainChecksumAddress(address2, chainId2) {
  return withCase(address2.toLowerCase().slice(2), `${chainId2}0x`);
}
function withCase(digits2, salt) {
  const hash3 = keccak_2562(asciiBytes(salt + digits2));
  let checksummed2 = "0x";
  for (let index = 0; index < digits2.length; index += 1) {
    const byte = hash3[index >> 1] ?? 0;
    const nibble = index % 2 === 0 ? byte >> 4 : byte & 15;
    const digit = digits2.charAt(index);
    checksummed2 += nibble >= 8 ? digit.toUpperCase() : digit;
  }
  return checksummed2;
}
function asciiBytes(text4) {
  const bytes = new Uint8Array(text4.length);
  for (let index = 0; index < text4.length; index += 1) bytes[index] = text4.charCodeAt(index);
  return bytes;
}
var maxRemembered, remembered;
var init_checksum = __esm({
  "src/chains/evm/checksum.ts"() {
    "use strict";
    maxRemembered = 4096;
    remembered = /* @__PURE__ */ new Map();
  }
});

// src/chains/addresses/bech32Accounts.ts
import { bech32 as bech322 } from "@scure/base";
import { sha256 as sha2562 } from "@noble/hashes/sha2.js";
function zilliqaChecksum(lower, bytes) {
  const hash3 = Buffer.from(sha2562(bytes)).toString("hex");
  const bits = BigInt(`0x${hash3}`);
  const digits2 = Array.from(
    lower.slice(2),
    (digit, index) => bits >> BigInt(255 - 6 * index) & 1n ? digit.toUpperCase() : digit
  );
  return `0x${digits2.join("")}`;
}
function checkBech32(text4, chain, sizes) {
  const { hrp = "" } = chain.addressParams;
  const parts = bech32Parts(text4);
  if (parts === null) {
    const isShaped = new RegExp(`^${hrp}1[a-z0-9]{30,}$`, "i").test(text4);
    return refuse(isShaped ? wrongChecksum : "it is cut or mistyped");
  }
  if (testHrps.has(parts.hrp)) return refuse(testNetwork);
  if (parts.hrp !== hrp) return refuse(`it begins with ${parts.hrp}1 instead of ${hrp}1`);
  const bytes = wordBytes(parts.words);
  if (bytes === null || !sizes.includes(bytes.length) || parts.variant !== "bech32") {
    return refuse("it has a wrong length");
  }
  return accept(text4.toLowerCase(), bytes);
}
var testHrps, cosmosKind, multiversxKind, zilliqaKind;
var init_bech32Accounts = __esm({
  "src/chains/addresses/bech32Accounts.ts"() {
    "use strict";
    init_checksum();
    init_codecs();
    init_result();
    testHrps = /* @__PURE__ */ new Set(["sthor", "tthor", "tzil"]);
    cosmosKind = {
      shape: ({ addressParams: { hrp = "" } }) => `${hrp}1 and 38 lower-case letters or digits`,
      check: (text4, chain) => checkBech32(text4, chain, [20, 32])
    };
    multiversxKind = {
      shape: () => "erd1 and 58 lower-case letters or digits",
      check: (text4, chain) => checkBech32(text4, chain, [32])
    };
    zilliqaKind = {
      shape: () => "zil1 and 38 lower-case letters or digits",
      check: (text4, chain) => {
        if (!/^0x[0-9a-f]{40}$/i.test(text4)) return checkBech32(text4, chain, [20]);
        const lower = text4.toLowerCase();
        const isOneCase = text4 === lower || text4 === `0x${text4.slice(2).toUpperCase()}`;
        const bytes = hexBytes(lower.slice(2)) ?? new Uint8Array();
        const isChecked = text4 === zilliqaChecksum(lower, bytes) || text4 === toChecksumAddress(lower);
        if (!isOneCase && !isChecked) return refuse(wrongChecksum);
        return accept(bech322.encode("zil", bech322.toWords(bytes)), bytes, {
          notes: ["converted from the 0x form"]
        });
      }
    };
  }
});

// src/chains/addresses/cardano.ts
function checkCardano(text4, _chain) {
  const lower = text4.toLowerCase();
  if (lower.startsWith("addr_test1")) return refuse(testNetwork);
  if (lower.startsWith("stake1")) return refuse("it is a stake address, which cannot be paid");
  return lower.startsWith("addr1") ? checkShelley(text4) : checkByron(text4);
}
function checkShelley(text4) {
  const parts = bech32Parts(text4, false);
  if (parts === null || parts.hrp !== "addr" || parts.variant !== "bech32")
    return refuse(wrongChecksum);
  const bytes = wordBytes(parts.words);
  const header = bytes?.[0] ?? 255;
  const kind = header >> 4;
  if (bytes === null || kind > 7) return refuse("it has an unknown type");
  if ((header & 15) !== mainNetwork2) return refuse(testNetwork);
  const fits = kind <= 3 ? bytes.length === 57 : kind <= 5 ? bytes.length > 31 && bytes.length < 48 : bytes.length === 29;
  return fits ? accept(text4.toLowerCase(), bytes.subarray(1)) : refuse("it has a wrong length");
}
function checkByron(text4) {
  if (!/^[1-9A-HJ-NP-Za-km-z]{40,130}$/.test(text4))
    return refuse("it begins neither with addr1 nor like a Byron address");
  const bytes = base58Bytes(text4);
  const outer = bytes === null ? null : readByron(bytes);
  if (outer === null) return refuse("it is cut or mistyped");
  if (crc32(outer.address) !== outer.sum) return refuse(wrongChecksum);
  const attributes = byronAttributes(outer.address);
  if (attributes === null) return refuse("it is cut or mistyped");
  if (attributes.has(networkMagicKey)) return refuse(testNetwork);
  return accept(text4, outer.address.subarray(3, 31));
}
function readByron(bytes) {
  const [array7, tag, tagNumber] = bytes;
  if (array7 !== 130 || tag !== 216 || tagNumber !== 24) return null;
  const address2 = readItem(bytes, 3);
  if (address2 === null || address2.major !== 2) return null;
  const sum = readItem(bytes, address2.end);
  if (sum === null || sum.major !== 0 || sum.end !== bytes.length) return null;
  return { address: bytes.subarray(address2.start, address2.end), sum: sum.value };
}
function byronAttributes(address2) {
  if (address2[0] !== 131) return null;
  const root = readItem(address2, 1);
  if (root === null || root.major !== 2 || root.value !== 28) return null;
  const map = readItem(address2, root.end);
  if (map === null || map.major !== 5) return null;
  const keys = /* @__PURE__ */ new Set();
  let position = map.end;
  for (let entry2 = 0; entry2 < map.value; entry2 += 1) {
    const key = readItem(address2, position);
    const value = key === null ? null : readItem(address2, key.end);
    if (key === null || value === null) return null;
    keys.add(key.value);
    position = value.end;
  }
  return keys;
}
function readItem(bytes, position) {
  const head = bytes[position];
  if (head === void 0) return null;
  const major = head >> 5;
  const info = head & 31;
  const extra = info < 24 ? 0 : info <= 26 ? 1 << info - 24 : -1;
  if (extra === -1) return null;
  let value = info < 24 ? info : 0;
  for (let index = 0; index < extra; index += 1) {
    value = value * 256 + (bytes[position + 1 + index] ?? 0);
  }
  const start = position + 1 + extra;
  const end = major === 2 ? start + value : start;
  return end <= bytes.length ? { major, value, start, end } : null;
}
var mainNetwork2, cardanoKind, networkMagicKey;
var init_cardano = __esm({
  "src/chains/addresses/cardano.ts"() {
    "use strict";
    init_codecs();
    init_result();
    mainNetwork2 = 1;
    cardanoKind = {
      shape: () => "addr1 and lower-case letters or digits, or (Byron) Ae2 or DdzFF and base58 text",
      check: checkCardano
    };
    networkMagicKey = 2;
  }
});

// src/chains/addresses/cashaddr.ts
function checkCashaddr(text4, chain) {
  const { prefix = "", versions = [] } = chain.addressParams;
  const isOwn = text4.toLowerCase().startsWith(`${prefix}:`);
  if (!isOwn && testPrefix.test(text4)) return refuse(testNetwork);
  const legacy = base58CheckBytes(text4);
  if (legacy !== null) return fromLegacy(legacy, prefix, versions);
  const isOneCase = text4 === text4.toLowerCase() || text4 === text4.toUpperCase();
  const lower = text4.toLowerCase();
  const colon = lower.indexOf(":");
  if (colon !== -1 && lower.slice(0, colon) !== prefix)
    return refuse("it has the prefix of another network");
  const body2 = lower.slice(colon + 1);
  const words = [...body2].map((character) => charset.indexOf(character));
  if (!isOneCase || words.includes(-1) || words.length <= checksumWords) {
    return refuse("it is cut or mistyped");
  }
  if (polymod([...prefixWords(prefix), ...words]) !== 0n) return refuse(wrongChecksum);
  const bytes = wordBytes(words.slice(0, -checksumWords));
  if (bytes === null || !isKnownVersion(bytes)) return refuse("it has an unknown type");
  return accept(`${prefix}:${body2}`, bytes.subarray(1));
}
function isKnownVersion(bytes) {
  const version = bytes[0] ?? 255;
  const size = [hashBytes2, 0, 0, 32][version & 7];
  return version < 4 << 3 && bytes.length === 1 + (size ?? 0);
}
function fromLegacy(bytes, prefix, versions) {
  const version = (bytes[0] ?? 0).toString(16).padStart(2, "0");
  const type = versions.indexOf(version);
  if (type === -1 || bytes.length !== 1 + hashBytes2) return refuse("it belongs to another network");
  const hash3 = bytes.subarray(1);
  const words = toWords(Uint8Array.from([type << 3, ...hash3]));
  const sum = polymod([
    ...prefixWords(prefix),
    ...words,
    ...Array.from({ length: checksumWords }, () => 0)
  ]);
  const sumWords = Array.from(
    { length: checksumWords },
    (_, index) => Number(sum >> BigInt(5 * (checksumWords - 1 - index)) & 31n)
  );
  const body2 = [...words, ...sumWords].map((word2) => charset.charAt(word2)).join("");
  return accept(`${prefix}:${body2}`, hash3, {
    notes: [
      "converted from the old form, which BITCOIN also uses: make sure it is not a BITCOIN address"
    ]
  });
}
function toWords(bytes) {
  const words = [];
  let value = 0;
  let bits = 0;
  for (const byte of bytes) {
    value = value << 8 | byte;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      words.push(value >> bits & 31);
      value &= (1 << bits) - 1;
    }
  }
  if (bits > 0) words.push(value << 5 - bits & 31);
  return words;
}
function prefixWords(prefix) {
  return [...[...prefix].map((character) => character.charCodeAt(0) & 31), 0];
}
function polymod(words) {
  let sum = 1n;
  for (const word2 of words) {
    const top = sum >> 35n;
    sum = (sum & 0x07ffffffffn) << 5n ^ BigInt(word2);
    generators.forEach((generator, index) => {
      if (top >> BigInt(index) & 1n) sum ^= generator;
    });
  }
  return sum ^ 1n;
}
var charset, testPrefix, checksumWords, hashBytes2, generators, cashaddrKind;
var init_cashaddr = __esm({
  "src/chains/addresses/cashaddr.ts"() {
    "use strict";
    init_codecs();
    init_result();
    charset = "qpzry9x8gf2tvdw0s3jn54khce6mua7l";
    testPrefix = /^(bchtest|bchreg|ectest|ecregtest):/i;
    checksumWords = 8;
    hashBytes2 = 20;
    generators = [0x98f2bc8e61n, 0x79b76d99e2n, 0xf33e5fb3c4n, 0xae2eabe2a8n, 0x1e4f43e470n];
    cashaddrKind = {
      shape: ({ addressParams: { prefix = "" } }) => `${prefix}: and lower-case letters and digits`,
      check: checkCashaddr
    };
  }
});

// src/chains/evm/hex.ts
function isEvmAddress(text4) {
  return addressShape.test(text4);
}
function isHexData(text4) {
  return text4.startsWith("0x") && text4.length % 2 === 0 && !notHex.test(text4.slice(2));
}
function byteLength(data) {
  return (data.length - 2) / 2;
}
function encodeUint(value) {
  if (typeof value === "number" && Number.isSafeInteger(value) && value >= 0) {
    return value.toString(16).padStart(wordDigits, "0");
  }
  const big = BigInt(value);
  if (big < 0n || big >= uint256Limit) throw new RangeError(`${big} is not a uint256`);
  return big.toString(16).padStart(wordDigits, "0");
}
function encodeAddress(address2) {
  if (!addressShape.test(address2)) throw new RangeError("not an EVM address");
  return address2.slice(2).toLowerCase().padStart(wordDigits, "0");
}
function encodeBool(value) {
  return encodeUint(value ? 1 : 0);
}
function encodeBytes(data) {
  if (!isHexData(data)) throw new RangeError("not hex data");
  const digits2 = data.slice(2).toLowerCase();
  const padded2 = Math.ceil(digits2.length / wordDigits) * wordDigits;
  return encodeUint(digits2.length / 2) + digits2.padEnd(padded2, "0");
}
function encodeCall(selector, ...words) {
  return selector + words.join("");
}
function readWord(data, position) {
  const start = 2 + position * 2;
  const end = start + wordDigits;
  if (position < 0 || end > data.length) throw malformed("it ends too early");
  return data.slice(start, end);
}
function readUint(data, position) {
  const word2 = readWord(data, position);
  try {
    return BigInt(`0x${word2}`);
  } catch (cause) {
    throw malformed("it is not hexadecimal", cause);
  }
}
function readSize(data, position) {
  const value = readUint(data, position);
  if (value > BigInt(Number.MAX_SAFE_INTEGER)) throw malformed("a length is out of range");
  return Number(value);
}
function readBool(data, position) {
  const value = readUint(data, position);
  if (value > 1n) throw malformed("a flag is neither 0 nor 1");
  return value === 1n;
}
function readAddress(data, position) {
  const word2 = readWord(data, position);
  if (!word2.startsWith("0".repeat(24)) || notHex.test(word2)) {
    throw malformed("a word is not an address");
  }
  return `0x${word2.slice(24).toLowerCase()}`;
}
function readBytes(data, position) {
  const size = readSize(data, position);
  const start = 2 + (position + wordBytes2) * 2;
  const end = start + size * 2;
  if (end > data.length) throw malformed("it ends too early");
  return `0x${data.slice(start, end)}`;
}
function malformed(what, cause) {
  return new SwaprouteError("CHAIN_UNAVAILABLE", `The chain's answer is malformed: ${what}.`, {
    hint: "Try again, or set another RPC address with SWAPROUTE_RPC_<CHAIN>.",
    cause
  });
}
var wordDigits, addressShape, notHex, uint256Limit, int256Limit, wordBytes2;
var init_hex = __esm({
  "src/chains/evm/hex.ts"() {
    "use strict";
    init_errors();
    wordDigits = 64;
    addressShape = /^0x[0-9a-fA-F]{40}$/;
    notHex = /[^0-9a-fA-F]/;
    uint256Limit = 1n << 256n;
    int256Limit = 1n << 255n;
    wordBytes2 = 32;
  }
});

// src/chains/addresses/evm.ts
function checkEvm(text4, chain) {
  if (!isEvmAddress(text4)) return refuse(shapeFault(text4));
  const checksummed2 = toChecksumAddress(text4);
  const digits2 = text4.slice(2);
  const isLower = digits2 === digits2.toLowerCase();
  const isUpper = digits2 === digits2.toUpperCase();
  if (!isLower && !isUpper && text4 !== checksummed2 && !isRootstockForm(text4, chain)) {
    return refuse(
      "its letter case (the EIP-55 checksum) is wrong, so at least one character may be wrong"
    );
  }
  const hasNone = (isLower || isUpper) && text4 !== checksummed2;
  const notes = hasNone ? ["it has no checksum; compare it once more"] : [];
  return accept(checksummed2, hexBytes(digits2.toLowerCase()), { notes });
}
function isRootstockForm(text4, { id: id2, chainId: chainId2 }) {
  return id2 === "ROOTSTOCK" && chainId2 !== null && toChainChecksumAddress(text4, chainId2) === text4;
}
function shapeFault(text4) {
  if (/^[0-9a-fA-F]{40}$/.test(text4)) return "it does not begin with 0x";
  if (/\.(eth|crypto|x|bnb|arb)$/i.test(text4))
    return "it is a name, and ENS names are not supported";
  if (!text4.startsWith("0x")) return "it does not begin with 0x";
  if (!/^0x[0-9a-fA-F]*$/.test(text4)) return "it has characters other than 0-9 and a-f after 0x";
  return `it has ${text4.length - 2} digits after 0x instead of 40`;
}
var evmKind, xdcKind;
var init_evm = __esm({
  "src/chains/addresses/evm.ts"() {
    "use strict";
    init_checksum();
    init_hex();
    init_codecs();
    init_result();
    evmKind = {
      shape: () => "0x and 40 hexadecimal digits",
      check: checkEvm
    };
    xdcKind = {
      shape: () => "0x (or xdc) and 40 hexadecimal digits",
      check: (text4, chain) => {
        const check = checkEvm(text4.replace(/^xdc/i, "0x"), chain);
        if ("refused" in check || text4.startsWith("0x")) return check;
        return { ...check, notes: ["written with 0x instead of xdc"] };
      }
    };
  }
});

// src/chains/addresses/filecoin.ts
import { blake2b as blake2b3 } from "@noble/hashes/blake2.js";
function checkFilecoin(text4) {
  if (/^t[0-4]/.test(text4)) return refuse(testNetwork);
  if (/^f0(0|[1-9]\d{0,18})$/.test(text4)) return accept(text4, null);
  const plain = /^f([123])([a-z2-7]+)$/.exec(text4);
  if (plain !== null) {
    const [, protocol = "", body2 = ""] = plain;
    return withSum(text4, body2, [Number(protocol)], payloadBytes[protocol] ?? null);
  }
  const delegated = /^f4(\d{1,10})f([a-z2-7]+)$/.exec(text4);
  if (delegated !== null) {
    const [, manager = "", body2 = ""] = delegated;
    return withSum(text4, body2, [4, ...leb128(Number(manager))], null);
  }
  return refuse("it is not f0, f1, f2, f3 or f4 and its number or letters");
}
function withSum(text4, body2, head, size) {
  const bytes = base32Bytes(body2.toUpperCase());
  if (bytes === null || bytes.length <= 4 || bytes.length > 58)
    return refuse("it is cut or mistyped");
  if (size !== null && bytes.length !== size + 4) return refuse("it has a wrong length");
  const whole = withoutChecksum(
    Uint8Array.from([...head, ...bytes]),
    4,
    (data) => blake2b3(data, { dkLen: 4 })
  );
  return whole === null ? refuse(wrongChecksum) : accept(text4, bytes.subarray(0, -4));
}
function leb128(value) {
  const bytes = [];
  let rest = value;
  do {
    const low = rest % 128;
    rest = Math.floor(rest / 128);
    bytes.push(rest === 0 ? low : low + 128);
  } while (rest !== 0);
  return bytes;
}
var payloadBytes, filecoinKind;
var init_filecoin = __esm({
  "src/chains/addresses/filecoin.ts"() {
    "use strict";
    init_codecs();
    init_result();
    payloadBytes = { "1": 20, "2": 20, "3": 48 };
    filecoinKind = {
      shape: () => "f1 and 39 lower-case letters or digits, or f0, f2, f3, f4",
      check: checkFilecoin
    };
  }
});

// src/chains/addresses/hexAccounts.ts
import { blake2b as blake2b4 } from "@noble/hashes/blake2.js";
function checkLongHex(text4) {
  if (!text4.startsWith("0x")) return refuse("it does not begin with 0x");
  const digits2 = text4.slice(2);
  if (!/^[0-9a-fA-F]+$/.test(digits2)) {
    return refuse("it has characters other than 0-9 and a-f after 0x");
  }
  if (digits2.length > 64 || digits2.length < leastDigits) {
    return refuse(`it has ${digits2.length} digits after 0x instead of 64`);
  }
  const full = digits2.toLowerCase().padStart(64, "0");
  const notes = digits2.length === 64 ? [] : ["leading zeros added"];
  return accept(`0x${full}`, hexBytes(full), { notes });
}
function checkCasper(text4) {
  const accountHash = /^account-hash-([0-9a-fA-F]{64})$/.exec(text4)?.[1];
  if (accountHash !== void 0) {
    return checkDigits(text4, accountHash, {
      notes: ["an account hash; many senders need the public key"]
    });
  }
  if (!/^(01[0-9a-fA-F]{64}|02[0-9a-fA-F]{66})$/.test(text4)) {
    return refuse("it is not 01 and 64 or 02 and 66 hexadecimal digits");
  }
  return checkDigits(text4, text4.slice(2));
}
function checkDigits(text4, digits2, extra = {}) {
  const bytes = hexBytes(digits2);
  if (bytes === null) return refuse("it is cut or mistyped");
  const isOneCase = digits2 === digits2.toLowerCase() || digits2 === digits2.toUpperCase();
  if (!isOneCase && digits2 !== checksummed(bytes)) return refuse(wrongChecksum);
  return accept(isOneCase ? text4.toLowerCase() : text4, bytes, extra);
}
function checksummed(bytes) {
  const hash3 = blake2b4(bytes, { dkLen: 32 });
  let position = 0;
  return [...toHex(bytes)].map((digit) => {
    if (digit <= "9") return digit;
    const bit = (hash3[(position >> 3) % hash3.length] ?? 0) >> (position & 7) & 1;
    position += 1;
    return bit === 1 ? digit.toUpperCase() : digit;
  }).join("");
}
var leastDigits, moveKind, iotaKind, starknetKind, aionKind, flowKind, iconKind, kadenaKind, siaKind, casperKind;
var init_hexAccounts = __esm({
  "src/chains/addresses/hexAccounts.ts"() {
    "use strict";
    init_codecs();
    init_result();
    leastDigits = 60;
    moveKind = {
      shape: () => "0x and 64 hexadecimal digits",
      check: checkLongHex
    };
    iotaKind = {
      shape: () => "0x and 64 hexadecimal digits",
      check: (text4) => {
        if (!/^iota1/i.test(text4)) return checkLongHex(text4);
        const parts = bech32Parts(text4);
        const bytes = parts === null ? null : wordBytes(parts.words);
        if (bytes === null) return refuse(wrongChecksum);
        if (bytes.length !== 33) return refuse("it is cut or mistyped");
        return accept(text4.toLowerCase(), bytes.subarray(1), {
          notes: ["form of the network before 2025; ask the receiver for the 0x address"]
        });
      }
    };
    starknetKind = {
      shape: () => "0x and up to 64 hexadecimal digits",
      check: (text4) => {
        const check = checkLongHex(text4);
        if ("refused" in check || BigInt(check.address) < 1n << 251n) return check;
        return refuse("it is larger than any account of the chain");
      }
    };
    aionKind = {
      shape: () => "0xa0 and 62 hexadecimal digits",
      check: (text4) => {
        if (!/^0xa0[0-9a-f]{62}$/i.test(text4)) return refuse("it is not 0xa0 and 62 hexadecimal digits");
        return accept(text4.toLowerCase(), hexBytes(text4.slice(2)));
      }
    };
    flowKind = {
      shape: () => "0x and 16 hexadecimal digits",
      check: (text4) => {
        if (!/^(0x)?[0-9a-f]{16}$/i.test(text4)) return refuse("it is not 0x and 16 hexadecimal digits");
        const digits2 = text4.replace(/^0x/i, "").toLowerCase();
        return accept(`0x${digits2}`, hexBytes(digits2));
      }
    };
    iconKind = {
      shape: () => "hx (or cx) and 40 hexadecimal digits",
      check: (text4) => {
        if (!/^[hc]x[0-9a-f]{40}$/.test(text4))
          return refuse("it is not hx or cx and 40 lower-case digits");
        return accept(text4, hexBytes(text4.slice(2)));
      }
    };
    kadenaKind = {
      shape: () => "k: and 64 hexadecimal digits",
      check: (text4) => {
        if (/^k:[0-9a-f]{64}$/.test(text4)) return accept(text4, hexBytes(text4.slice(2)));
        const isOtherPrincipal = /^(w:[\w-]{43}:[\w<>=.-]+|[crum]:[\w:.-]+)$/.test(text4);
        if (isOtherPrincipal)
          return accept(text4, null, { notes: ["account that is not owned by one key"] });
        return refuse("it is not k: and 64 lower-case hexadecimal digits");
      }
    };
    siaKind = {
      shape: () => "76 hexadecimal digits",
      check: (text4) => {
        const bytes = /^[0-9a-f]{76}$/i.test(text4) ? hexBytes(text4) : null;
        if (bytes === null) return refuse("it is not 76 hexadecimal digits");
        const body2 = withoutChecksum(bytes, 6, (data) => blake2b4(data, { dkLen: 32 }));
        return body2 === null ? refuse(wrongChecksum) : accept(text4.toLowerCase(), body2);
      }
    };
    casperKind = {
      shape: () => "01 and 64, or 02 and 66 hexadecimal digits",
      check: checkCasper
    };
  }
});

// src/chains/addresses/namedAccounts.ts
import { ripemd160 } from "@noble/hashes/legacy.js";
function checkNear(text4) {
  if (/^[0-9a-f]{64}$/.test(text4)) return accept(text4, hexBytes(text4));
  if (/^0x[0-9a-fA-F]{40}$/.test(text4)) {
    const isLower = text4 === text4.toLowerCase();
    if (!isLower && toChecksumAddress(text4) !== text4) return refuse(wrongChecksum);
    return accept(text4.toLowerCase(), hexBytes(text4.slice(2).toLowerCase()));
  }
  if (text4.endsWith(".testnet")) return refuse(testNetwork);
  const isName = text4.length >= 2 && text4.length <= 64 && /^[a-z0-9]+([-_.][a-z0-9]+)*$/.test(text4);
  return isName ? accept(text4, null) : refuse("it is not a name of lower-case letters, digits, dots and hyphens");
}
function hederaChecksum(account2, ledger) {
  const letters = 26 ** 3;
  const limit = 26 ** 5;
  let all = 0;
  let even = 0;
  let odd4 = 0;
  [...account2].forEach((character, index) => {
    const digit = character === "." ? 10 : Number(character);
    all = (31 * all + digit) % letters;
    if (index % 2 === 0) even = (even + digit) % 11;
    else odd4 = (odd4 + digit) % 11;
  });
  const ledgerSum = [ledger, 0, 0, 0, 0, 0, 0].reduce((sum, byte) => (31 * sum + byte) % limit, 0);
  const mixed = (((account2.length % 5 * 11 + even) * 11 + odd4) * letters + all + ledgerSum) % limit;
  let rest = mixed * 1000003 % limit;
  let text4 = "";
  for (let index = 0; index < 5; index += 1) {
    text4 = String.fromCharCode(97 + rest % 26) + text4;
    rest = Math.floor(rest / 26);
  }
  return text4;
}
var eosioKind, steemKind, iostKind, fioKind, nearKind, hederaKind, mainLedger, testLedger, longestWord, anyKind;
var init_namedAccounts = __esm({
  "src/chains/addresses/namedAccounts.ts"() {
    "use strict";
    init_checksum();
    init_text();
    init_codecs();
    init_evm();
    init_result();
    eosioKind = {
      shape: () => "a name of 1 to 12 characters a-z, 1-5 and dot",
      check: (text4) => {
        if (/^(EOS|PUB_)/.test(text4)) return refuse("it is a public key, not an account name");
        const isName = /^[a-z1-5.]{1,12}$/.test(text4) && !text4.startsWith(".") && !text4.endsWith(".");
        return isName ? accept(text4, null) : refuse("it is not 1 to 12 characters a-z, 1-5 and dot");
      }
    };
    steemKind = {
      shape: () => "a name of 3 to 16 lower-case characters",
      check: (text4) => {
        const isName = text4.length >= 3 && text4.length <= 16 && text4.split(".").every((part) => /^[a-z][a-z0-9-]+[a-z0-9]$/.test(part));
        return isName ? accept(text4, null) : refuse("it is not a name of 3 to 16 lower-case characters");
      }
    };
    iostKind = {
      shape: () => "a name of 5 to 11 characters a-z, 0-9 and _",
      check: (text4) => /^[a-z0-9_]{5,11}$/.test(text4) ? accept(text4, null) : refuse("it is not a name of 5 to 11 characters a-z, 0-9 and _")
    };
    fioKind = {
      shape: () => "FIO and 50 base58 characters",
      check: (text4) => {
        if (text4.includes("@")) return refuse("it is a handle; the public key behind it is needed");
        if (/^[a-z1-5]{12}$/.test(text4)) return accept(text4, null);
        if (!/^FIO[1-9A-HJ-NP-Za-km-z]{48,51}$/.test(text4))
          return refuse("it is not FIO and 50 characters");
        const bytes = base58Bytes(text4.slice(3));
        const key = bytes === null ? null : withoutChecksum(bytes, 4, ripemd160);
        if (key?.length !== 33) return refuse(wrongChecksum);
        return accept(text4, key);
      }
    };
    nearKind = {
      shape: () => "a name such as alice.near, or 64 hexadecimal digits",
      check: checkNear
    };
    hederaKind = {
      shape: () => "0.0. and a number, or 0x and 40 hexadecimal digits",
      check: (text4, chain) => {
        if (text4.startsWith("0x")) return evmKind.check(text4, chain);
        const match = /^((?:0|[1-9]\d{0,17})\.(?:0|[1-9]\d{0,17})\.(?:0|[1-9]\d{0,17}))(?:-([a-z]{5}))?$/.exec(text4);
        const account2 = match?.[1];
        const sum = match?.[2];
        if (account2 === void 0) return refuse("it is not three numbers with dots");
        if (sum !== void 0 && sum !== hederaChecksum(account2, mainLedger)) {
          return refuse(sum === hederaChecksum(account2, testLedger) ? testNetwork : wrongChecksum);
        }
        return accept(account2, null);
      }
    };
    mainLedger = 0;
    testLedger = 1;
    longestWord = 128;
    anyKind = {
      shape: () => "one word without spaces",
      check: (text4) => {
        if (!isVisibleAscii(text4) || text4.length > longestWord) {
          return refuse(`it is not one word of at most ${longestWord} characters`);
        }
        return accept(text4, null, { notes: ["the form of this address could not be checked"] });
      }
    };
  }
});

// src/chains/addresses/ton.ts
function parseTonAddress(text4) {
  const raw2 = /^(0|-1):([0-9a-fA-F]{64})$/.exec(text4);
  if (raw2 !== null) {
    const hash3 = hexBytes(raw2[2] ?? "");
    return hash3 === null ? null : { workchain: Number(raw2[1]), hash: hash3, bounceable: null, testOnly: false };
  }
  const bytes = friendlyBytes(text4);
  if (bytes === null || crc16(bytes.subarray(0, 34)) !== bytes.readUInt16BE(34)) return null;
  const testOnly = (bytes.readUInt8(0) & flagTestOnly) !== 0;
  const tag = bytes.readUInt8(0) & ~flagTestOnly;
  const workchain = bytes.readInt8(1);
  const isKnown = tag === tagBounceable || tag === tagNonBounceable;
  if (!isKnown || workchain !== 0 && workchain !== -1) return null;
  return {
    workchain,
    hash: Uint8Array.from(bytes.subarray(2, 34)),
    bounceable: tag === tagBounceable,
    testOnly
  };
}
function formatTonAddress(address2, bounceable) {
  const bytes = Buffer.alloc(36);
  const flag = address2.testOnly ? flagTestOnly : 0;
  bytes.writeUInt8((bounceable ? tagBounceable : tagNonBounceable) | flag, 0);
  bytes.writeInt8(address2.workchain, 1);
  bytes.set(address2.hash, 2);
  bytes.writeUInt16BE(crc16(bytes.subarray(0, 34)), 34);
  return bytes.toString("base64url");
}
function checkTon(text4) {
  const address2 = parseTonAddress(text4);
  if (address2 === null) {
    return refuse(friendlyBytes(text4) === null ? "it is cut or mistyped" : wrongChecksum);
  }
  if (address2.testOnly) return refuse(testNetwork);
  const notes = address2.bounceable === null ? ["shown in wallet form"] : [];
  return accept(formatTonAddress(address2, address2.bounceable ?? false), address2.hash, { notes });
}
function friendlyBytes(text4) {
  const isFriendly = /^[A-Za-z0-9_-]{48}$/.test(text4) || /^[A-Za-z0-9+/]{48}$/.test(text4);
  return isFriendly ? Buffer.from(text4, "base64") : null;
}
var tagBounceable, tagNonBounceable, flagTestOnly, tonKind;
var init_ton = __esm({
  "src/chains/addresses/ton.ts"() {
    "use strict";
    init_codecs();
    init_result();
    tagBounceable = 17;
    tagNonBounceable = 81;
    flagTestOnly = 128;
    tonKind = {
      shape: () => "48 characters that begin with UQ or EQ, or 0: and 64 hexadecimal digits",
      check: checkTon
    };
  }
});

// src/chains/addresses/xrp.ts
import { base58xrp } from "@scure/base";
function checkXrp(text4) {
  if (!/^[rXT][1-9A-HJ-NP-Za-km-z]{24,46}$/.test(text4)) {
    return refuse("it is not r and 24 to 34 characters");
  }
  const bytes = xrpBytes(text4);
  if (bytes === null) return refuse(wrongChecksum);
  if (bytes.length === 21 && bytes[0] === 0) return accept(text4, bytes.subarray(1));
  if (startsWithHex(bytes, "0493")) return refuse(testNetwork);
  if (startsWithHex(bytes, "0544") && bytes.length === 31) return checkExtended(text4, bytes);
  return refuse("it is of another kind");
}
function checkExtended(text4, bytes) {
  const account2 = bytes.subarray(2, 22);
  const flags = bytes[22];
  const view = new DataView(bytes.buffer, bytes.byteOffset + 23, 8);
  const tag = view.getUint32(0, true);
  const isPlain = flags === 0 && tag === 0;
  if (view.getUint32(4, true) !== 0 || !(isPlain || flags === 1))
    return refuse("it is of another kind");
  if (isPlain) return accept(text4, account2);
  return accept(text4, account2, {
    memo: String(tag),
    notes: [`includes the destination tag ${tag}`]
  });
}
function classicXrpAddress(text4) {
  const bytes = xrpBytes(text4);
  if (bytes === null) return null;
  const isClassic = bytes.length === 21 && bytes[0] === 0;
  if (isClassic) return text4;
  if (!startsWithHex(bytes, "0544") || bytes.length !== 31) return null;
  const body2 = Uint8Array.of(0, ...bytes.subarray(2, 22));
  return base58xrp.encode(Uint8Array.of(...body2, ...doubleSha256(body2).subarray(0, 4)));
}
function xrpBytes(text4) {
  try {
    return withoutChecksum(base58xrp.decode(text4), 4, doubleSha256);
  } catch {
    return null;
  }
}
var xrpKind;
var init_xrp = __esm({
  "src/chains/addresses/xrp.ts"() {
    "use strict";
    init_codecs();
    init_result();
    xrpKind = {
      shape: () => "r and 24 to 34 characters, or X and 46",
      check: checkXrp
    };
  }
});

// src/chains/addresses/zcash.ts
function checkZcash(text4, chain) {
  const lower = text4.toLowerCase();
  if (/^(ztestsapling|zregtestsapling|utest|uregtest|textest)1/.test(lower))
    return refuse(testNetwork);
  if (lower.startsWith("zs1"))
    return checkBech322(lower, text4, "bech32", 43, "shielded address; many senders cannot pay it");
  if (lower.startsWith("tex1"))
    return checkBech322(lower, text4, "bech32m", 20, "pays from transparent addresses only");
  if (lower.startsWith("u1"))
    return checkBech322(lower, text4, "bech32m", null, "unified address; many senders cannot pay it");
  if (text4.startsWith("zc") && text4.length > 90)
    return refuse("Sprout addresses are no longer in use");
  return checkVersioned(text4, chain);
}
function checkBech322(lower, text4, variant, size, note) {
  const parts = bech32Parts(text4, false);
  if (parts === null || parts.variant !== variant) return refuse(wrongChecksum);
  const bytes = wordBytes(parts.words);
  if (bytes === null || size !== null && bytes.length !== size)
    return refuse("it is cut or mistyped");
  return accept(lower, bytes, { notes: [note] });
}
var zcashKind;
var init_zcash = __esm({
  "src/chains/addresses/zcash.ts"() {
    "use strict";
    init_bitcoin();
    init_codecs();
    init_result();
    zcashKind = {
      shape: () => "t1 or t3 and base58 text, or zs1, tex1, u1 and lower-case letters",
      check: checkZcash
    };
  }
});

// src/chains/addresses/kinds.ts
var addressKinds;
var init_kinds = __esm({
  "src/chains/addresses/kinds.ts"() {
    "use strict";
    init_ardor();
    init_base32();
    init_base58();
    init_bech32Accounts();
    init_bitcoin();
    init_cardano();
    init_cashaddr();
    init_evm();
    init_filecoin();
    init_hexAccounts();
    init_namedAccounts();
    init_ton();
    init_xrp();
    init_zcash();
    addressKinds = {
      aion: aionKind,
      algorand: algorandKind,
      any: anyKind,
      aptos: moveKind,
      ardor: ardorKind,
      ark: versionedKind,
      bitcoin: bitcoinKind,
      cardano: cardanoKind,
      casper: casperKind,
      cashaddr: cashaddrKind,
      cosmos: cosmosKind,
      decred: decredKind,
      eosio: eosioKind,
      evm: evmKind,
      filecoin: filecoinKind,
      fio: fioKind,
      flow: flowKind,
      hedera: hederaKind,
      icon: iconKind,
      icp: icpKind,
      iost: iostKind,
      iota: iotaKind,
      kadena: kadenaKind,
      mina: minaKind,
      monero: moneroKind,
      multiversx: multiversxKind,
      nano: nanoKind,
      near: nearKind,
      nem: nemKind,
      neo: versionedKind,
      sia: siaKind,
      solana: solanaKind,
      ss58: ss58Kind,
      stacks: stacksKind,
      starknet: starknetKind,
      steem: steemKind,
      stellar: stellarKind,
      sui: moveKind,
      symbol: symbolKind,
      tezos: tezosKind,
      ton: tonKind,
      tron: tronKind,
      waves: wavesKind,
      xdc: xdcKind,
      xrp: xrpKind,
      zcash: zcashKind,
      zilliqa: zilliqaKind
    };
  }
});

// src/chains/data/tokens.json
var tokens_default;
var init_tokens = __esm({
  "src/chains/data/tokens.json"() {
    tokens_default = [
      { chain: "ETH", symbol: "ETH", name: "Ether", address: "0x0000000000000000000000000000000000000000", decimals: 18, native: true, bridged: false, coingeckoId: "ethereum" },
      { chain: "ETH", symbol: "WETH", name: "Wrapped Ether", address: "0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2", decimals: 18, native: false, bridged: false, coingeckoId: "weth" },
      { chain: "ETH", symbol: "USDC", name: "USD Coin", address: "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48", decimals: 6, native: false, bridged: false, coingeckoId: "usd-coin" },
      { chain: "ETH", symbol: "USDT", name: "Tether USD", address: "0xdAC17F958D2ee523a2206206994597C13D831ec7", decimals: 6, native: false, bridged: false, coingeckoId: "tether" },
      { chain: "ETH", symbol: "DAI", name: "Dai Stablecoin", address: "0x6B175474E89094C44Da98b954EedeAC495271d0F", decimals: 18, native: false, bridged: false, coingeckoId: "dai" },
      { chain: "ETH", symbol: "WBTC", name: "Wrapped BTC", address: "0x2260FAC5E5542a773Aa44fBCfeDf7C193bc2C599", decimals: 8, native: false, bridged: false, coingeckoId: "wrapped-bitcoin" },
      { chain: "ETH", symbol: "wstETH", name: "Lido Wrapped Staked ETH", address: "0x7f39C581F595B53c5cb19bD0b3f8dA6c935E2Ca0", decimals: 18, native: false, bridged: false, coingeckoId: "wrapped-steth" },
      { chain: "ETH", symbol: "LINK", name: "ChainLink Token", address: "0x514910771AF9Ca656af840dff83E8264EcF986CA", decimals: 18, native: false, bridged: false, coingeckoId: "chainlink" },
      { chain: "ETH", symbol: "UNI", name: "Uniswap", address: "0x1f9840a85d5aF5bf1D1762F925BDADdC4201F984", decimals: 18, native: false, bridged: false, coingeckoId: "uniswap" },
      { chain: "ETH", symbol: "AAVE", name: "Aave", address: "0x7Fc66500c84A76Ad7e9c93437bFc5Ac33E2DDaE9", decimals: 18, native: false, bridged: false, coingeckoId: "aave" },
      { chain: "ETH", symbol: "CRV", name: "Curve DAO Token", address: "0xD533a949740bb3306d119CC777fa900bA034cd52", decimals: 18, native: false, bridged: false, coingeckoId: "curve-dao-token" },
      { chain: "ETH", symbol: "LDO", name: "Lido DAO", address: "0x5A98FcBEA516Cf06857215779Fd812CA3beF1B32", decimals: 18, native: false, bridged: false, coingeckoId: "lido-dao" },
      { chain: "ETH", symbol: "SHIB", name: "Shiba Inu", address: "0x95aD61b0a150d79219dCF64E1E6Cc01f0B64C4cE", decimals: 18, native: false, bridged: false, coingeckoId: "shiba-inu" },
      { chain: "ETH", symbol: "PEPE", name: "Pepe", address: "0x6982508145454Ce325dDbE47a25d4ec3d2311933", decimals: 18, native: false, bridged: false, coingeckoId: "pepe" },
      { chain: "ETH", symbol: "FRAX", name: "Frax", address: "0x853d955aCEf822Db058eb8505911ED77F175b99e", decimals: 18, native: false, bridged: false, coingeckoId: "frax" },
      { chain: "ETH", symbol: "cbBTC", name: "Coinbase Wrapped BTC", address: "0xcbB7C0000aB88B473b1f5aFd9ef808440eed33Bf", decimals: 8, native: false, bridged: false, coingeckoId: "coinbase-wrapped-btc" },
      { chain: "ETH", symbol: "PYUSD", name: "PayPal USD", address: "0x6c3ea9036406852006290770BEdFcAbA0e23A0e8", decimals: 6, native: false, bridged: false, coingeckoId: "paypal-usd" },
      { chain: "ETH", symbol: "USDe", name: "USDe", address: "0x4c9EDD5852cd905f086C759E8383e09bff1E68B3", decimals: 18, native: false, bridged: false, coingeckoId: "ethena-usde" },
      { chain: "ETH", symbol: "MKR", name: "Maker", address: "0x9f8F72aA9304c8B593d555F12eF6589cC3A579A2", decimals: 18, native: false, bridged: false, coingeckoId: "maker" },
      { chain: "POLYGON", symbol: "POL", name: "Polygon Ecosystem Token", address: "0x0000000000000000000000000000000000000000", decimals: 18, native: true, bridged: false, coingeckoId: "polygon-ecosystem-token" },
      { chain: "POLYGON", symbol: "WPOL", name: "Wrapped POL", address: "0x0d500B1d8E8eF31E21C99d1Db9A6444d3ADf1270", decimals: 18, native: false, bridged: false, coingeckoId: null },
      { chain: "POLYGON", symbol: "USDC", name: "USD Coin", address: "0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359", decimals: 6, native: false, bridged: false, coingeckoId: "usd-coin" },
      { chain: "POLYGON", symbol: "USDC.e", name: "USD Coin (PoS bridged)", address: "0x2791Bca1f2de4661ED88A30C99A7a9449Aa84174", decimals: 6, native: false, bridged: true, coingeckoId: null },
      { chain: "POLYGON", symbol: "USDT", name: "Tether USD (USDT0)", address: "0xc2132D05D31c914a87C6611C10748AEb04B58e8F", decimals: 6, native: false, bridged: false, coingeckoId: "tether" },
      { chain: "POLYGON", symbol: "DAI", name: "Dai Stablecoin", address: "0x8f3Cf7ad23Cd3CaDbD9735AFf958023239c6A063", decimals: 18, native: false, bridged: false, coingeckoId: "dai" },
      { chain: "POLYGON", symbol: "WETH", name: "Wrapped Ether (PoS bridged)", address: "0x7ceB23fD6bC0adD59E62ac25578270cFf1b9f619", decimals: 18, native: false, bridged: true, coingeckoId: null },
      { chain: "POLYGON", symbol: "WBTC", name: "Wrapped BTC", address: "0x1BFD67037B42Cf73acF2047067bd4F2C47D9BfD6", decimals: 8, native: false, bridged: false, coingeckoId: "wrapped-bitcoin" },
      { chain: "POLYGON", symbol: "LINK", name: "ChainLink Token", address: "0x53E0bca35eC356BD5ddDFebbD1Fc0fD03FaBad39", decimals: 18, native: false, bridged: false, coingeckoId: "chainlink" },
      { chain: "POLYGON", symbol: "AAVE", name: "Aave", address: "0xD6DF932A45C0f255f85145f286eA0b292B21C90B", decimals: 18, native: false, bridged: false, coingeckoId: "aave" },
      { chain: "POLYGON", symbol: "UNI", name: "Uniswap", address: "0xb33EaAd8d922B1083446DC23f610c2567fB5180f", decimals: 18, native: false, bridged: false, coingeckoId: "uniswap" },
      { chain: "POLYGON", symbol: "CRV", name: "Curve DAO Token", address: "0x172370d5Cd63279eFa6d502DAB29171933a610AF", decimals: 18, native: false, bridged: false, coingeckoId: "curve-dao-token" },
      { chain: "POLYGON", symbol: "QUICK", name: "QuickSwap (new)", address: "0xB5C064F955D8e7F38fE0460C556a72987494eE17", decimals: 18, native: false, bridged: false, coingeckoId: "quickswap" },
      { chain: "POLYGON", symbol: "SUSHI", name: "Sushi", address: "0x0b3F868E0BE5597D5DB7fEB59E1CADBb0fdDa50a", decimals: 18, native: false, bridged: false, coingeckoId: "sushi" },
      { chain: "BSC", symbol: "BNB", name: "BNB", address: "0x0000000000000000000000000000000000000000", decimals: 18, native: true, bridged: false, coingeckoId: "binancecoin" },
      { chain: "BSC", symbol: "WBNB", name: "Wrapped BNB", address: "0xbb4CdB9CBd36B01bD1cBaEBF2De08d9173bc095c", decimals: 18, native: false, bridged: false, coingeckoId: "wbnb" },
      { chain: "BSC", symbol: "USDT", name: "Tether USD (Binance-Peg)", address: "0x55d398326f99059fF775485246999027B3197955", decimals: 18, native: false, bridged: true, coingeckoId: null },
      { chain: "BSC", symbol: "USDC", name: "USD Coin (Binance-Peg)", address: "0x8AC76a51cc950d9822D68b83fE1Ad97B32Cd580d", decimals: 18, native: false, bridged: true, coingeckoId: null },
      { chain: "BSC", symbol: "DAI", name: "Dai (Binance-Peg)", address: "0x1AF3F329e8BE154074D8769D1FFa4eE058B1DBc3", decimals: 18, native: false, bridged: true, coingeckoId: null },
      { chain: "BSC", symbol: "ETH", name: "Ethereum Token (Binance-Peg)", address: "0x2170Ed0880ac9A755fd29B2688956BD959F933F8", decimals: 18, native: false, bridged: true, coingeckoId: null },
      { chain: "BSC", symbol: "BTCB", name: "BTCB Token", address: "0x7130d2A12B9BCbFAe4f2634d864A1Ee1Ce3Ead9c", decimals: 18, native: false, bridged: false, coingeckoId: "binance-bitcoin" },
      { chain: "BSC", symbol: "CAKE", name: "PancakeSwap Token", address: "0x0E09FaBB73Bd3Ade0a17ECC321fD13a19e81cE82", decimals: 18, native: false, bridged: false, coingeckoId: "pancakeswap-token" },
      { chain: "BSC", symbol: "BUSD", name: "BUSD (retired)", address: "0xe9e7CEA3DedcA5984780Bafc599bD69ADd087D56", decimals: 18, native: false, bridged: false, coingeckoId: null },
      { chain: "BSC", symbol: "FDUSD", name: "First Digital USD", address: "0xc5f0f7b66764F6ec8C8Dff7BA683102295E16409", decimals: 18, native: false, bridged: false, coingeckoId: "first-digital-usd" },
      { chain: "BSC", symbol: "XRP", name: "XRP (Binance-Peg)", address: "0x1D2F0da169ceB9fC7B3144628dB156f3F6c60dBE", decimals: 18, native: false, bridged: true, coingeckoId: null },
      { chain: "BSC", symbol: "LINK", name: "ChainLink Token", address: "0xF8A0BF9cF54Bb92F17374d9e9A321E6a111a51bD", decimals: 18, native: false, bridged: false, coingeckoId: "chainlink" },
      { chain: "BSC", symbol: "DOGE", name: "Dogecoin (Binance-Peg)", address: "0xbA2aE424d960c26247Dd6c32edC70B295c744C43", decimals: 8, native: false, bridged: true, coingeckoId: null },
      { chain: "ARBITRUM", symbol: "ETH", name: "Ether", address: "0x0000000000000000000000000000000000000000", decimals: 18, native: true, bridged: false, coingeckoId: "ethereum" },
      { chain: "ARBITRUM", symbol: "WETH", name: "Wrapped Ether", address: "0x82aF49447D8a07e3bd95BD0d56f35241523fBab1", decimals: 18, native: false, bridged: false, coingeckoId: "weth" },
      { chain: "ARBITRUM", symbol: "USDC", name: "USD Coin", address: "0xaf88d065e77c8cC2239327C5EDb3A432268e5831", decimals: 6, native: false, bridged: false, coingeckoId: "usd-coin" },
      { chain: "ARBITRUM", symbol: "USDC.e", name: "Bridged USDC", address: "0xFF970A61A04b1cA14834A43f5dE4533eBDDB5CC8", decimals: 6, native: false, bridged: true, coingeckoId: null },
      { chain: "ARBITRUM", symbol: "USDT", name: "Tether USD (USDT0)", address: "0xFd086bC7CD5C481DCC9C85ebE478A1C0b69FCbb9", decimals: 6, native: false, bridged: false, coingeckoId: "tether" },
      { chain: "ARBITRUM", symbol: "DAI", name: "Dai Stablecoin", address: "0xDA10009cBd5D07dd0CeCc66161FC93D7c9000da1", decimals: 18, native: false, bridged: false, coingeckoId: "dai" },
      { chain: "ARBITRUM", symbol: "WBTC", name: "Wrapped BTC", address: "0x2f2a2543B76A4166549F7aaB2e75Bef0aefC5B0f", decimals: 8, native: false, bridged: false, coingeckoId: "wrapped-bitcoin" },
      { chain: "ARBITRUM", symbol: "ARB", name: "Arbitrum", address: "0x912CE59144191C1204E64559FE8253a0e49E6548", decimals: 18, native: false, bridged: false, coingeckoId: "arbitrum" },
      { chain: "ARBITRUM", symbol: "GMX", name: "GMX", address: "0xfc5A1A6EB076a2C7aD06eD22C90d7E710E35ad0a", decimals: 18, native: false, bridged: false, coingeckoId: "gmx" },
      { chain: "ARBITRUM", symbol: "LINK", name: "ChainLink Token", address: "0xf97f4df75117a78c1A5a0DBb814Af92458539FB4", decimals: 18, native: false, bridged: false, coingeckoId: "chainlink" },
      { chain: "ARBITRUM", symbol: "UNI", name: "Uniswap", address: "0xFa7F8980b0f1E64A2062791cc3b0871572f1F7f0", decimals: 18, native: false, bridged: false, coingeckoId: "uniswap" },
      { chain: "ARBITRUM", symbol: "wstETH", name: "Lido Wrapped Staked ETH", address: "0x5979D7b546E38E414F7E9822514be443A4800529", decimals: 18, native: false, bridged: false, coingeckoId: "wrapped-steth" },
      { chain: "ARBITRUM", symbol: "PENDLE", name: "Pendle", address: "0x0c880f6761F1af8d9Aa9C466984b80DAb9a8c9e8", decimals: 18, native: false, bridged: false, coingeckoId: "pendle" },
      { chain: "OPTIMISM", symbol: "ETH", name: "Ether", address: "0x0000000000000000000000000000000000000000", decimals: 18, native: true, bridged: false, coingeckoId: "ethereum" },
      { chain: "OPTIMISM", symbol: "WETH", name: "Wrapped Ether", address: "0x4200000000000000000000000000000000000006", decimals: 18, native: false, bridged: false, coingeckoId: "weth" },
      { chain: "OPTIMISM", symbol: "USDC", name: "USD Coin", address: "0x0b2C639c533813f4Aa9D7837CAf62653d097Ff85", decimals: 6, native: false, bridged: false, coingeckoId: "usd-coin" },
      { chain: "OPTIMISM", symbol: "USDC.e", name: "Bridged USDC", address: "0x7F5c764cBc14f9669B88837ca1490cCa17c31607", decimals: 6, native: false, bridged: true, coingeckoId: null },
      { chain: "OPTIMISM", symbol: "USDT", name: "Tether USD", address: "0x94b008aA00579c1307B0EF2c499aD98a8ce58e58", decimals: 6, native: false, bridged: false, coingeckoId: "tether" },
      { chain: "OPTIMISM", symbol: "DAI", name: "Dai Stablecoin", address: "0xDA10009cBd5D07dd0CeCc66161FC93D7c9000da1", decimals: 18, native: false, bridged: false, coingeckoId: "dai" },
      { chain: "OPTIMISM", symbol: "WBTC", name: "Wrapped BTC", address: "0x68f180fcCe6836688e9084f035309E29Bf0A2095", decimals: 8, native: false, bridged: false, coingeckoId: "wrapped-bitcoin" },
      { chain: "OPTIMISM", symbol: "OP", name: "Optimism", address: "0x4200000000000000000000000000000000000042", decimals: 18, native: false, bridged: false, coingeckoId: "optimism" },
      { chain: "OPTIMISM", symbol: "wstETH", name: "Lido Wrapped Staked ETH", address: "0x1F32b1c2345538c0c6f582fCB022739c4A194Ebb", decimals: 18, native: false, bridged: false, coingeckoId: "wrapped-steth" },
      { chain: "OPTIMISM", symbol: "LINK", name: "ChainLink Token", address: "0x350a791Bfc2C21F9Ed5d10980Dad2e2638ffa7f6", decimals: 18, native: false, bridged: false, coingeckoId: "chainlink" },
      { chain: "OPTIMISM", symbol: "VELO", name: "Velodrome Finance", address: "0x9560e827aF36c94D2Ac33a39bCE1Fe78631088Db", decimals: 18, native: false, bridged: false, coingeckoId: "velodrome-finance" },
      { chain: "BASE", symbol: "ETH", name: "Ether", address: "0x0000000000000000000000000000000000000000", decimals: 18, native: true, bridged: false, coingeckoId: "ethereum" },
      { chain: "BASE", symbol: "WETH", name: "Wrapped Ether", address: "0x4200000000000000000000000000000000000006", decimals: 18, native: false, bridged: false, coingeckoId: "weth" },
      { chain: "BASE", symbol: "USDC", name: "USD Coin", address: "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913", decimals: 6, native: false, bridged: false, coingeckoId: "usd-coin" },
      { chain: "BASE", symbol: "USDbC", name: "USD Base Coin (bridged)", address: "0xd9aAEc86B65D86f6A7B5B1b0c42FFA531710b6CA", decimals: 6, native: false, bridged: true, coingeckoId: null },
      { chain: "BASE", symbol: "USDT", name: "Tether USD (bridged)", address: "0xfde4C96c8593536E31F229EA8f37b2ADa2699bb2", decimals: 6, native: false, bridged: true, coingeckoId: null },
      { chain: "BASE", symbol: "DAI", name: "Dai Stablecoin", address: "0x50c5725949A6F0c72E6C4a641F24049A917DB0Cb", decimals: 18, native: false, bridged: false, coingeckoId: "dai" },
      { chain: "BASE", symbol: "cbBTC", name: "Coinbase Wrapped BTC", address: "0xcbB7C0000aB88B473b1f5aFd9ef808440eed33Bf", decimals: 8, native: false, bridged: false, coingeckoId: "coinbase-wrapped-btc" },
      { chain: "BASE", symbol: "cbETH", name: "Coinbase Wrapped Staked ETH", address: "0x2Ae3F1Ec7F1F5012CFEab0185bfc7aa3cf0DEc22", decimals: 18, native: false, bridged: false, coingeckoId: "coinbase-wrapped-staked-eth" },
      { chain: "BASE", symbol: "AERO", name: "Aerodrome Finance", address: "0x940181a94A35A4569E4529A3CDfB74e38FD98631", decimals: 18, native: false, bridged: false, coingeckoId: "aerodrome-finance" },
      { chain: "BASE", symbol: "wstETH", name: "Wrapped liquid staked Ether 2.0", address: "0xc1CBa3fCea344f92D9239c08C0568f6F2F0ee452", decimals: 18, native: false, bridged: false, coingeckoId: "wrapped-steth" },
      { chain: "BASE", symbol: "EURC", name: "EURC", address: "0x60a3E35Cc302bFA44Cb288Bc5a4F316Fdb1adb42", decimals: 6, native: false, bridged: false, coingeckoId: "euro-coin" },
      { chain: "AVALANCHE", symbol: "AVAX", name: "Avalanche", address: "0x0000000000000000000000000000000000000000", decimals: 18, native: true, bridged: false, coingeckoId: "avalanche-2" },
      { chain: "AVALANCHE", symbol: "WAVAX", name: "Wrapped AVAX", address: "0xB31f66AA3C1e785363F0875A1B74E27b85FD66c7", decimals: 18, native: false, bridged: false, coingeckoId: "wrapped-avax" },
      { chain: "AVALANCHE", symbol: "USDC", name: "USDC Token", address: "0xB97EF9Ef8734C71904D8002F8b6Bc66Dd9c48a6E", decimals: 6, native: false, bridged: false, coingeckoId: "usd-coin" },
      { chain: "AVALANCHE", symbol: "USDC.e", name: "Bridged USDC", address: "0xA7D7079b0FEaD91F3e65f86E8915Cb59c1a4C664", decimals: 6, native: false, bridged: true, coingeckoId: null },
      { chain: "AVALANCHE", symbol: "USDT", name: "Tether USD", address: "0x9702230A8Ea53601f5cD2dc00fDBc13d4dF4A8c7", decimals: 6, native: false, bridged: false, coingeckoId: "tether" },
      { chain: "AVALANCHE", symbol: "USDT.e", name: "Bridged USDT", address: "0xc7198437980c041c805A1EDcbA50c1Ce5db95118", decimals: 6, native: false, bridged: true, coingeckoId: null },
      { chain: "AVALANCHE", symbol: "DAI.e", name: "Bridged Dai", address: "0xd586E7F844cEa2F87f50152665BCbc2C279D8d70", decimals: 18, native: false, bridged: true, coingeckoId: null },
      { chain: "AVALANCHE", symbol: "WETH.e", name: "Bridged Wrapped Ether", address: "0x49D5c2BdFfac6CE2BFdB6640F4F80f226bc10bAB", decimals: 18, native: false, bridged: true, coingeckoId: null },
      { chain: "AVALANCHE", symbol: "WBTC.e", name: "Bridged WBTC", address: "0x50b7545627a5162F82A992c33b87aDc75187B218", decimals: 8, native: false, bridged: true, coingeckoId: null },
      { chain: "AVALANCHE", symbol: "BTC.b", name: "Bitcoin (bridged)", address: "0x152b9d0FdC40C096757F570A51E494bd4b943E50", decimals: 8, native: false, bridged: true, coingeckoId: null },
      { chain: "AVALANCHE", symbol: "JOE", name: "Joe Token", address: "0x6e84a6216eA6dACC71eE8E6b0a5B7322EEbC0fDd", decimals: 18, native: false, bridged: false, coingeckoId: "joe" },
      { chain: "AVALANCHE", symbol: "LINK.e", name: "Bridged Chainlink", address: "0x5947BB275c521040051D82396192181b413227A3", decimals: 18, native: false, bridged: true, coingeckoId: null },
      { chain: "FANTOM", symbol: "FTM", name: "Fantom", address: "0x0000000000000000000000000000000000000000", decimals: 18, native: true, bridged: false, coingeckoId: "fantom" },
      { chain: "FANTOM", symbol: "WFTM", name: "Wrapped Fantom", address: "0x21be370D5312f44cB42ce377BC9b8a0cEF1A4C83", decimals: 18, native: false, bridged: false, coingeckoId: "wrapped-fantom" },
      { chain: "FANTOM", symbol: "USDC", name: "USD Coin (Multichain, unbacked)", address: "0x04068DA6C83AFCFA0e13ba15A6696662335D5B75", decimals: 6, native: false, bridged: true, coingeckoId: null },
      { chain: "FANTOM", symbol: "axlUSDC", name: "Axelar USDC", address: "0x1B6382DBDEa11d97f24495C9A90b7c88469134a4", decimals: 6, native: false, bridged: true, coingeckoId: null },
      { chain: "FANTOM", symbol: "WETH", name: "WETH (Multichain, unbacked)", address: "0x74b23882a30290451A17c44f4F05243b6b58C76d", decimals: 18, native: false, bridged: true, coingeckoId: null },
      { chain: "FANTOM", symbol: "WBTC", name: "WBTC (Multichain, unbacked)", address: "0x321162Cd933E2Be498Cd2267a90534A804051b11", decimals: 8, native: false, bridged: true, coingeckoId: null },
      { chain: "FANTOM", symbol: "DAI", name: "DAI (Multichain, unbacked)", address: "0x8D11eC38a3EB5E956B052f67Da8Bdc9bef8Abf3E", decimals: 18, native: false, bridged: true, coingeckoId: null },
      { chain: "FANTOM", symbol: "BOO", name: "Spooky Swap", address: "0x841FAD6EAe12c286d1Fd18d1d525DFfA75C7EFFE", decimals: 18, native: false, bridged: false, coingeckoId: "spookyswap" },
      { chain: "LINEA", symbol: "ETH", name: "Ether", address: "0x0000000000000000000000000000000000000000", decimals: 18, native: true, bridged: false, coingeckoId: "ethereum" },
      { chain: "LINEA", symbol: "WETH", name: "Wrapped Ether", address: "0xe5D7C2a44FfDDf6b295A15c148167daaAf5Cf34f", decimals: 18, native: false, bridged: false, coingeckoId: "weth" },
      { chain: "LINEA", symbol: "USDC", name: "USD Coin", address: "0x176211869cA2b568f2A7D4EE941E073a821EE1ff", decimals: 6, native: false, bridged: false, coingeckoId: "usd-coin" },
      { chain: "LINEA", symbol: "USDT", name: "USDT", address: "0xA219439258ca9da29E9Cc4cE5596924745e12B93", decimals: 6, native: false, bridged: false, coingeckoId: "tether" },
      { chain: "LINEA", symbol: "DAI", name: "Dai Stablecoin", address: "0x4AF15ec2A0BD43Db75dd04E62FAA3B8EF36b00d5", decimals: 18, native: false, bridged: false, coingeckoId: "dai" },
      { chain: "LINEA", symbol: "WBTC", name: "Wrapped BTC", address: "0x3aAB2285ddcDdaD8edf438C1bAB47e1a9D05a9b4", decimals: 8, native: false, bridged: false, coingeckoId: "wrapped-bitcoin" },
      { chain: "LINEA", symbol: "wstETH", name: "Lido Wrapped Staked ETH", address: "0xB5beDd42000b71FddE22D3eE8a79Bd49A568fC8F", decimals: 18, native: false, bridged: false, coingeckoId: "wrapped-steth" },
      { chain: "LINEA", symbol: "ezETH", name: "Renzo Restaked ETH Token", address: "0x2416092f143378750bb29b79eD961ab195CcEea5", decimals: 18, native: false, bridged: false, coingeckoId: null },
      { chain: "LINEA", symbol: "MUSD", name: "MetaMask USD", address: "0xacA92E438df0B2401fF60dA7E4337B687a2435DA", decimals: 6, native: false, bridged: false, coingeckoId: null },
      { chain: "SCROLL", symbol: "ETH", name: "Ether", address: "0x0000000000000000000000000000000000000000", decimals: 18, native: true, bridged: false, coingeckoId: "ethereum" },
      { chain: "SCROLL", symbol: "WETH", name: "Wrapped Ether", address: "0x5300000000000000000000000000000000000004", decimals: 18, native: false, bridged: false, coingeckoId: "weth" },
      { chain: "SCROLL", symbol: "USDC", name: "USD Coin", address: "0x06eFdBFf2a14a7c8E15944D1F4A48F9F95F663A4", decimals: 6, native: false, bridged: false, coingeckoId: "usd-coin" },
      { chain: "SCROLL", symbol: "USDT", name: "USDT", address: "0xf55BEC9cafDbE8730f096Aa55dad6D22d44099Df", decimals: 6, native: false, bridged: false, coingeckoId: "tether" },
      { chain: "SCROLL", symbol: "WBTC", name: "Wrapped BTC", address: "0x3C1BCa5a656e69edCD0D4E36BEbb3FcDAcA60Cf1", decimals: 8, native: false, bridged: false, coingeckoId: "wrapped-bitcoin" },
      { chain: "SCROLL", symbol: "DAI", name: "DAI stable coin", address: "0xcA77eB3fEFe3725Dc33bccB54eDEFc3D9f764f97", decimals: 18, native: false, bridged: false, coingeckoId: "dai" },
      { chain: "SCROLL", symbol: "SCR", name: "Scroll", address: "0xd29687c813D741E2F938F4aC377128810E217b1b", decimals: 18, native: false, bridged: false, coingeckoId: "scroll" },
      { chain: "SCROLL", symbol: "wstETH", name: "Wrapped liquid staked Ether 2.0", address: "0xf610A9dfB7C89644979b4A0f27063E9e7d7Cda32", decimals: 18, native: false, bridged: false, coingeckoId: "wrapped-steth" },
      { chain: "BLAST", symbol: "ETH", name: "Ether", address: "0x0000000000000000000000000000000000000000", decimals: 18, native: true, bridged: false, coingeckoId: "ethereum" },
      { chain: "BLAST", symbol: "WETH", name: "WETH", address: "0x4300000000000000000000000000000000000004", decimals: 18, native: false, bridged: false, coingeckoId: "weth" },
      { chain: "BLAST", symbol: "USDB", name: "USDB", address: "0x4300000000000000000000000000000000000003", decimals: 18, native: false, bridged: false, coingeckoId: null },
      { chain: "BLAST", symbol: "WBTC", name: "Wrapped Bitcoin", address: "0xF7bc58b8D8f97ADC129cfC4c9f45Ce3C0E1D2692", decimals: 8, native: false, bridged: false, coingeckoId: "wrapped-bitcoin" },
      { chain: "BLAST", symbol: "BLAST", name: "Blast", address: "0xb1a5700fA2358173Fe465e6eA4Ff52E36e88E2ad", decimals: 18, native: false, bridged: false, coingeckoId: "blast" },
      { chain: "BLAST", symbol: "ezETH", name: "Renzo Restaked ETH", address: "0x2416092f143378750bb29b79eD961ab195CcEea5", decimals: 18, native: false, bridged: false, coingeckoId: null },
      { chain: "BLAST", symbol: "weETH", name: "Wrapped eETH", address: "0x04C0599Ae5A44757c0af6F9eC3b93da8976c150A", decimals: 18, native: false, bridged: false, coingeckoId: null },
      { chain: "BLAST", symbol: "USDe", name: "Ethena USDe", address: "0x5d3a1Ff2b6BAb83b63cd9AD0787074081a52ef34", decimals: 18, native: false, bridged: false, coingeckoId: "ethena-usde" },
      { chain: "ZK_SYNC", symbol: "ETH", name: "Ether", address: "0x0000000000000000000000000000000000000000", decimals: 18, native: true, bridged: false, coingeckoId: "ethereum" },
      { chain: "ZK_SYNC", symbol: "WETH", name: "Wrapped Ether", address: "0x5AEa5775959fBC2557Cc8789bC1bf90A239D9a91", decimals: 18, native: false, bridged: false, coingeckoId: "weth" },
      { chain: "ZK_SYNC", symbol: "USDC", name: "USD Coin", address: "0x1d17CBcF0D6D143135aE902365D2E5e2A16538D4", decimals: 6, native: false, bridged: false, coingeckoId: "usd-coin" },
      { chain: "ZK_SYNC", symbol: "USDC.e", name: "Bridged USDC", address: "0x3355df6D4c9C3035724Fd0e3914dE96A5a83aaf4", decimals: 6, native: false, bridged: true, coingeckoId: null },
      { chain: "ZK_SYNC", symbol: "USDT", name: "Tether USD", address: "0x493257fD37EDB34451f62EDf8D2a0C418852bA4C", decimals: 6, native: false, bridged: false, coingeckoId: "tether" },
      { chain: "ZK_SYNC", symbol: "WBTC", name: "Wrapped BTC", address: "0xBBeB516fb02a01611cBBE0453Fe3c580D7281011", decimals: 8, native: false, bridged: false, coingeckoId: "wrapped-bitcoin" },
      { chain: "ZK_SYNC", symbol: "DAI", name: "Dai Stablecoin", address: "0x4B9eb6c0b6ea15176BBF62841C6B2A8a398cb656", decimals: 18, native: false, bridged: false, coingeckoId: "dai" },
      { chain: "ZK_SYNC", symbol: "ZK", name: "ZKsync", address: "0x5A7d6b2F92C77FAD6CCaBd7EE0624E64907Eaf3E", decimals: 18, native: false, bridged: false, coingeckoId: "zksync" },
      { chain: "MANTLE", symbol: "MNT", name: "Mantle", address: "0x0000000000000000000000000000000000000000", decimals: 18, native: true, bridged: false, coingeckoId: "mantle" },
      { chain: "MANTLE", symbol: "WMNT", name: "Wrapped Mantle", address: "0x78c1b0C915c4FAA5FffA6CAbf0219DA63d7f4cb8", decimals: 18, native: false, bridged: false, coingeckoId: "wrapped-mantle" },
      { chain: "MANTLE", symbol: "USDC", name: "USD Coin", address: "0x09Bc4E0D864854c6aFB6eB9A9cdF58aC190D0dF9", decimals: 6, native: false, bridged: false, coingeckoId: "usd-coin" },
      { chain: "MANTLE", symbol: "USDT", name: "USDT", address: "0x201EBa5CC46D216Ce6DC03F6a759e8E766e956aE", decimals: 6, native: false, bridged: false, coingeckoId: "tether" },
      { chain: "MANTLE", symbol: "USDT0", name: "USDT0", address: "0x779Ded0c9e1022225f8E0630b35a9b54bE713736", decimals: 6, native: false, bridged: false, coingeckoId: null },
      { chain: "MANTLE", symbol: "WETH", name: "Wrapped Ether", address: "0xdEAddEaDdeadDEadDEADDEAddEADDEAddead1111", decimals: 18, native: false, bridged: false, coingeckoId: "weth" },
      { chain: "MANTLE", symbol: "WBTC", name: "WBTC", address: "0xCAbAE6f6Ea1ecaB08Ad02fE02ce9A44F09aebfA2", decimals: 8, native: false, bridged: false, coingeckoId: "wrapped-bitcoin" },
      { chain: "MANTLE", symbol: "mETH", name: "Mantle Staked Ether", address: "0xcDA86A272531e8640cD7F1a92c01839911B90bb0", decimals: 18, native: false, bridged: false, coingeckoId: null },
      { chain: "MANTLE", symbol: "USDe", name: "USDe", address: "0x5d3a1Ff2b6BAb83b63cd9AD0787074081a52ef34", decimals: 18, native: false, bridged: false, coingeckoId: "ethena-usde" },
      { chain: "CELO", symbol: "CELO", name: "Celo", address: "0x0000000000000000000000000000000000000000", decimals: 18, native: true, bridged: false, coingeckoId: "celo" },
      { chain: "CELO", symbol: "CELO", name: "Celo (ERC-20 side of the gas coin)", address: "0x471EcE3750Da237f93B8E339c536989b8978a438", decimals: 18, native: false, bridged: false, coingeckoId: "celo" },
      { chain: "CELO", symbol: "USDC", name: "USD Coin", address: "0xcebA9300f2b948710d2653dD7B07f33A8B32118C", decimals: 6, native: false, bridged: false, coingeckoId: "usd-coin" },
      { chain: "CELO", symbol: "USDT", name: "Tether USD", address: "0x48065fbBE25f71C9282ddf5e1cD6D6A887483D5e", decimals: 6, native: false, bridged: false, coingeckoId: "tether" },
      { chain: "CELO", symbol: "cUSD", name: "Celo Dollar (now Mento USDm)", address: "0x765DE816845861e75A25fCA122bb6898B8B1282a", decimals: 18, native: false, bridged: false, coingeckoId: null },
      { chain: "CELO", symbol: "WETH", name: "Wrapped Ether (Optics/Celo bridge)", address: "0x122013fd7dF1C6F636a5bb8f03108E876548b455", decimals: 18, native: false, bridged: false, coingeckoId: "weth" },
      { chain: "GNOSIS", symbol: "xDAI", name: "xDAI", address: "0x0000000000000000000000000000000000000000", decimals: 18, native: true, bridged: false, coingeckoId: "xdai" },
      { chain: "GNOSIS", symbol: "WXDAI", name: "Wrapped xDAI", address: "0xe91D153E0b41518A2Ce8Dd3D7944Fa863463a97d", decimals: 18, native: false, bridged: false, coingeckoId: "xdai" },
      { chain: "GNOSIS", symbol: "USDC", name: "USD Coin (bridged)", address: "0xDDAfbb505ad214D7b80b1f830fcCc89B60fb7A83", decimals: 6, native: false, bridged: true, coingeckoId: null },
      { chain: "GNOSIS", symbol: "USDC.e", name: "Bridged USDC (standard)", address: "0x2a22f9c3b484c3629090FeED35F17Ff8F88f76F0", decimals: 6, native: false, bridged: true, coingeckoId: null },
      { chain: "GNOSIS", symbol: "USDT", name: "USDT", address: "0x4ECaBa5870353805a9F068101A40E0f32ed605C6", decimals: 6, native: false, bridged: false, coingeckoId: "tether" },
      { chain: "GNOSIS", symbol: "WETH", name: "Wrapped Ether", address: "0x6A023CCd1ff6F2045C3309768eAd9E68F978f6e1", decimals: 18, native: false, bridged: false, coingeckoId: "weth" },
      { chain: "GNOSIS", symbol: "GNO", name: "Gnosis Token", address: "0x9C58BAcC331c9aa871AFD802DB6379a98e80CEdb", decimals: 18, native: false, bridged: false, coingeckoId: "gnosis" },
      { chain: "GNOSIS", symbol: "wstETH", name: "Lido Wrapped Staked ETH", address: "0x6C76971f98945AE98dD7d4DFcA8711ebea946eA6", decimals: 18, native: false, bridged: false, coingeckoId: "wrapped-steth" },
      { chain: "GNOSIS", symbol: "sDAI", name: "Savings xDAI", address: "0xaf204776c7245bF4147c2612BF6e5972Ee483701", decimals: 18, native: false, bridged: false, coingeckoId: "savings-dai" },
      { chain: "POLYGON_ZKEVM", symbol: "ETH", name: "Ether", address: "0x0000000000000000000000000000000000000000", decimals: 18, native: true, bridged: false, coingeckoId: "ethereum" },
      { chain: "POLYGON_ZKEVM", symbol: "WETH", name: "Wrapped Ether", address: "0x4F9A0e7FD2Bf6067db6994CF12E4495Df938E6e9", decimals: 18, native: false, bridged: false, coingeckoId: "weth" },
      { chain: "POLYGON_ZKEVM", symbol: "USDC", name: "USD Coin", address: "0xA8CE8aee21bC2A48a5EF670afCc9274C7bbbC035", decimals: 6, native: false, bridged: false, coingeckoId: "usd-coin" },
      { chain: "POLYGON_ZKEVM", symbol: "USDT", name: "Tether USD", address: "0x1E4a5963aBFD975d8c9021ce480b42188849D41d", decimals: 6, native: false, bridged: false, coingeckoId: "tether" },
      { chain: "POLYGON_ZKEVM", symbol: "DAI", name: "Dai Stablecoin", address: "0xC5015b9d9161Dca7e18e32f6f25C4aD850731Fd4", decimals: 18, native: false, bridged: false, coingeckoId: "dai" },
      { chain: "POLYGON_ZKEVM", symbol: "WBTC", name: "Wrapped BTC", address: "0xEA034fb02eB1808C2cc3adbC15f447B93CbE08e1", decimals: 8, native: false, bridged: false, coingeckoId: "wrapped-bitcoin" },
      { chain: "MODE", symbol: "ETH", name: "Ether", address: "0x0000000000000000000000000000000000000000", decimals: 18, native: true, bridged: false, coingeckoId: "ethereum" },
      { chain: "MODE", symbol: "WETH", name: "Wrapped Ether", address: "0x4200000000000000000000000000000000000006", decimals: 18, native: false, bridged: false, coingeckoId: "weth" },
      { chain: "MODE", symbol: "USDC", name: "USD Coin", address: "0xd988097fb8612cc24eeC14542bC03424c656005f", decimals: 6, native: false, bridged: false, coingeckoId: "usd-coin" },
      { chain: "MODE", symbol: "USDT", name: "USDT", address: "0xf0F161fDA2712DB8b566946122a5af183995e2eD", decimals: 6, native: false, bridged: false, coingeckoId: "tether" },
      { chain: "MODE", symbol: "WBTC", name: "Wrapped BTC", address: "0xcDd475325D6F564d27247D1DddBb0DAc6fA0a5CF", decimals: 8, native: false, bridged: false, coingeckoId: "wrapped-bitcoin" },
      { chain: "MODE", symbol: "MODE", name: "Mode", address: "0xDfc7C877a950e49D2610114102175A06C2e3167a", decimals: 18, native: false, bridged: false, coingeckoId: "mode" },
      { chain: "MODE", symbol: "ezETH", name: "Renzo Restaked ETH", address: "0x2416092f143378750bb29b79eD961ab195CcEea5", decimals: 18, native: false, bridged: false, coingeckoId: null },
      { chain: "MANTA_PACIFIC", symbol: "ETH", name: "Ether", address: "0x0000000000000000000000000000000000000000", decimals: 18, native: true, bridged: false, coingeckoId: "ethereum" },
      { chain: "MANTA_PACIFIC", symbol: "WETH", name: "Wrapped Ether", address: "0x0Dc808adcE2099A9F62AA87D9670745AbA741746", decimals: 18, native: false, bridged: false, coingeckoId: "weth" },
      { chain: "MANTA_PACIFIC", symbol: "USDC", name: "USDC", address: "0xb73603C5d87fA094B7314C74ACE2e64D165016fb", decimals: 6, native: false, bridged: false, coingeckoId: "usd-coin" },
      { chain: "MANTA_PACIFIC", symbol: "USDT", name: "USDT", address: "0xf417F5A458eC102B90352F697D6e2Ac3A3d2851f", decimals: 6, native: false, bridged: false, coingeckoId: "tether" },
      { chain: "MANTA_PACIFIC", symbol: "MANTA", name: "MANTA", address: "0x95CeF13441Be50d20cA4558CC0a27B601aC544E5", decimals: 18, native: false, bridged: false, coingeckoId: "manta-network" },
      { chain: "METIS", symbol: "METIS", name: "Metis", address: "0x0000000000000000000000000000000000000000", decimals: 18, native: true, bridged: false, coingeckoId: "metis-token" },
      { chain: "METIS", symbol: "WMETIS", name: "WMETIS", address: "0x75cb093E4D61d2A2e65D8e0BBb01DE8d89b53481", decimals: 18, native: false, bridged: false, coingeckoId: null },
      { chain: "METIS", symbol: "m.USDC", name: "USDC Token", address: "0xEA32A96608495e54156Ae48931A7c20f0dcc1a21", decimals: 6, native: false, bridged: false, coingeckoId: null },
      { chain: "METIS", symbol: "m.USDT", name: "USDT Token", address: "0xbB06DCA3AE6887fAbF931640f67cab3e3a16F4dC", decimals: 6, native: false, bridged: false, coingeckoId: null },
      { chain: "METIS", symbol: "WETH", name: "Ether", address: "0x420000000000000000000000000000000000000A", decimals: 18, native: false, bridged: false, coingeckoId: "weth" },
      { chain: "CRONOS", symbol: "CRO", name: "Cronos", address: "0x0000000000000000000000000000000000000000", decimals: 18, native: true, bridged: false, coingeckoId: "crypto-com-chain" },
      { chain: "CRONOS", symbol: "WCRO", name: "Wrapped CRO", address: "0x5C7F8A570d578ED84E63fdFA7b1eE72dEae1AE23", decimals: 18, native: false, bridged: false, coingeckoId: "wrapped-cro" },
      { chain: "CRONOS", symbol: "USDC", name: "USD Coin", address: "0xc21223249CA28397B4B6541dfFaEcC539BfF0c59", decimals: 6, native: false, bridged: false, coingeckoId: "usd-coin" },
      { chain: "CRONOS", symbol: "USDT", name: "Tether USD", address: "0x66e428c3f67a68878562e79A0234c1F83c208770", decimals: 6, native: false, bridged: false, coingeckoId: "tether" },
      { chain: "CRONOS", symbol: "DAI", name: "DAI Token", address: "0xF2001B145b43032AAF5Ee2884e456CCd805F677D", decimals: 18, native: false, bridged: false, coingeckoId: "dai" },
      { chain: "CRONOS", symbol: "WETH", name: "Ethereum", address: "0xe44Fd7fCb2b1581822D0c862B68222998a0c299a", decimals: 18, native: false, bridged: false, coingeckoId: "weth" },
      { chain: "CRONOS", symbol: "WBTC", name: "Wrapped BTC", address: "0x062E66477Faf219F25D27dCED647BF57C3107d52", decimals: 8, native: false, bridged: false, coingeckoId: "wrapped-bitcoin" },
      { chain: "CRONOS", symbol: "VVS", name: "VVSToken", address: "0x2D03bECE6747ADC00E1a131BBA1469C15fD11e03", decimals: 18, native: false, bridged: false, coingeckoId: "vvs-finance" },
      { chain: "UNICHAIN", symbol: "ETH", name: "Ether", address: "0x0000000000000000000000000000000000000000", decimals: 18, native: true, bridged: false, coingeckoId: "ethereum" },
      { chain: "UNICHAIN", symbol: "WETH", name: "Wrapped Ether", address: "0x4200000000000000000000000000000000000006", decimals: 18, native: false, bridged: false, coingeckoId: "weth" },
      { chain: "UNICHAIN", symbol: "USDC", name: "USD Coin", address: "0x078D782b760474a361dDA0AF3839290b0EF57AD6", decimals: 6, native: false, bridged: false, coingeckoId: "usd-coin" },
      { chain: "UNICHAIN", symbol: "USDT0", name: "USDT0", address: "0x9151434b16b9763660705744891fA906F660EcC5", decimals: 6, native: false, bridged: false, coingeckoId: null },
      { chain: "UNICHAIN", symbol: "UNI", name: "Uniswap", address: "0x8f187aA05619a017077f5308904739877ce9eA21", decimals: 18, native: false, bridged: false, coingeckoId: "uniswap" },
      { chain: "UNICHAIN", symbol: "WBTC", name: "Wrapped BTC", address: "0x927B51f251480a681271180DA4de28D44EC4AfB8", decimals: 8, native: false, bridged: false, coingeckoId: "wrapped-bitcoin" },
      { chain: "UNICHAIN", symbol: "DAI", name: "Dai Stablecoin", address: "0x20CAb320A855b39F724131C69424240519573f81", decimals: 18, native: false, bridged: false, coingeckoId: "dai" },
      { chain: "MONAD", symbol: "MON", name: "Monad", address: "0x0000000000000000000000000000000000000000", decimals: 18, native: true, bridged: false, coingeckoId: "monad" },
      { chain: "MONAD", symbol: "WMON", name: "Wrapped Monad", address: "0x3bd359C1119dA7Da1D913D1C4D2B7c461115433A", decimals: 18, native: false, bridged: false, coingeckoId: null },
      { chain: "MONAD", symbol: "USDC", name: "USD Coin", address: "0x754704Bc059F8C67012fEd69BC8A327a5aafb603", decimals: 6, native: false, bridged: false, coingeckoId: "usd-coin" },
      { chain: "MONAD", symbol: "USDT0", name: "Tether USD", address: "0xe7cd86e13AC4309349F30B3435a9d337750fC82D", decimals: 6, native: false, bridged: false, coingeckoId: null },
      { chain: "MONAD", symbol: "WETH", name: "Wrapped Ether", address: "0xEE8c0E9f1BFFb4Eb878d8f15f368A02a35481242", decimals: 18, native: false, bridged: false, coingeckoId: "weth" },
      { chain: "MONAD", symbol: "WBTC", name: "Wrapped BTC", address: "0x0555E30da8f98308EdB960aa94C0Db47230d2B9c", decimals: 8, native: false, bridged: false, coingeckoId: "wrapped-bitcoin" },
      { chain: "BERACHAIN", symbol: "BERA", name: "Berachain", address: "0x0000000000000000000000000000000000000000", decimals: 18, native: true, bridged: false, coingeckoId: "berachain-bera" },
      { chain: "BERACHAIN", symbol: "WBERA", name: "Wrapped Bera", address: "0x6969696969696969696969696969696969696969", decimals: 18, native: false, bridged: false, coingeckoId: null },
      { chain: "BERACHAIN", symbol: "HONEY", name: "Honey", address: "0xFCBD14DC51f0A4d49d5E53C2E0950e0bC26d0Dce", decimals: 18, native: false, bridged: false, coingeckoId: null },
      { chain: "BERACHAIN", symbol: "USDC.e", name: "Bridged USDC", address: "0x549943e04f40284185054145c6E4e9568C1D3241", decimals: 6, native: false, bridged: true, coingeckoId: null },
      { chain: "BERACHAIN", symbol: "WETH", name: "WETH", address: "0x2F6F07CDcf3588944Bf4C42aC74ff24bF56e7590", decimals: 18, native: false, bridged: false, coingeckoId: "weth" },
      { chain: "BERACHAIN", symbol: "WBTC", name: "Wrapped BTC", address: "0x0555E30da8f98308EdB960aa94C0Db47230d2B9c", decimals: 8, native: false, bridged: false, coingeckoId: "wrapped-bitcoin" },
      { chain: "BERACHAIN", symbol: "USDT0", name: "USDT0", address: "0x779Ded0c9e1022225f8E0630b35a9b54bE713736", decimals: 6, native: false, bridged: false, coingeckoId: null },
      { chain: "HYPER_EVM", symbol: "HYPE", name: "Hyperliquid", address: "0x0000000000000000000000000000000000000000", decimals: 18, native: true, bridged: false, coingeckoId: "hyperliquid" },
      { chain: "HYPER_EVM", symbol: "WHYPE", name: "Wrapped HYPE", address: "0x5555555555555555555555555555555555555555", decimals: 18, native: false, bridged: false, coingeckoId: null },
      { chain: "HYPER_EVM", symbol: "USDC", name: "USDC", address: "0xb88339CB7199b77E23DB6E890353E22632Ba630f", decimals: 6, native: false, bridged: false, coingeckoId: "usd-coin" },
      { chain: "HYPER_EVM", symbol: "USDT0", name: "USDT0", address: "0xB8CE59FC3717ada4C02eaDF9682A9e934F625ebb", decimals: 6, native: false, bridged: false, coingeckoId: null },
      { chain: "HYPER_EVM", symbol: "UETH", name: "Unit Ethereum", address: "0xBe6727B535545C67d5cAa73dEa54865B92CF7907", decimals: 18, native: false, bridged: false, coingeckoId: null },
      { chain: "HYPER_EVM", symbol: "UBTC", name: "Unit Bitcoin", address: "0x9FDBdA0A5e284c32744D2f17Ee5c74B284993463", decimals: 8, native: false, bridged: false, coingeckoId: null },
      { chain: "PLASMA", symbol: "XPL", name: "Plasma", address: "0x0000000000000000000000000000000000000000", decimals: 18, native: true, bridged: false, coingeckoId: "plasma" },
      { chain: "PLASMA", symbol: "WXPL", name: "Wrapped XPL", address: "0x6100E367285b01F48D07953803A2d8dCA5D19873", decimals: 18, native: false, bridged: false, coingeckoId: null },
      { chain: "PLASMA", symbol: "USDT0", name: "USDT0", address: "0xB8CE59FC3717ada4C02eaDF9682A9e934F625ebb", decimals: 6, native: false, bridged: false, coingeckoId: null },
      { chain: "PLASMA", symbol: "WETH", name: "Wrapped ETH", address: "0x9895D81bB462A195b4922ED7De0e3ACD007c32CB", decimals: 18, native: false, bridged: false, coingeckoId: "weth" },
      { chain: "SEI", symbol: "SEI", name: "Sei", address: "0x0000000000000000000000000000000000000000", decimals: 18, native: true, bridged: false, coingeckoId: "sei-network" },
      { chain: "SEI", symbol: "WSEI", name: "Wrapped SEI", address: "0xE30feDd158A2e3b13e9badaeABaFc5516e95e8C7", decimals: 18, native: false, bridged: false, coingeckoId: null },
      { chain: "SEI", symbol: "USDC", name: "USDC", address: "0xe15fC38F6D8c56aF07bbCBe3BAf5708A2Bf42392", decimals: 6, native: false, bridged: false, coingeckoId: "usd-coin" },
      { chain: "SEI", symbol: "USDT0", name: "USDT0", address: "0x9151434b16b9763660705744891fA906F660EcC5", decimals: 6, native: false, bridged: false, coingeckoId: null },
      { chain: "SEI", symbol: "WETH", name: "Wrapped Ether", address: "0x160345fC359604fC6e70E3c5fAcbdE5F7A9342d8", decimals: 18, native: false, bridged: false, coingeckoId: "weth" },
      { chain: "SEI", symbol: "WBTC", name: "Wrapped Bitcoin", address: "0x0555E30da8f98308EdB960aa94C0Db47230d2B9c", decimals: 8, native: false, bridged: false, coingeckoId: "wrapped-bitcoin" },
      { chain: "XLAYER", symbol: "OKB", name: "OKB", address: "0x0000000000000000000000000000000000000000", decimals: 18, native: true, bridged: false, coingeckoId: "okb" },
      { chain: "XLAYER", symbol: "WOKB", name: "WOKB", address: "0xe538905cf8410324e03A5A23C1c177a474D59b2b", decimals: 18, native: false, bridged: false, coingeckoId: null },
      { chain: "XLAYER", symbol: "USDC", name: "USDC", address: "0xB6CEceAB302E2E4948951eE7843FC24E92933061", decimals: 6, native: false, bridged: false, coingeckoId: "usd-coin" },
      { chain: "XLAYER", symbol: "USDC.e", name: "Bridged USDC", address: "0x74b7F16337b8972027F6196A17a631aC6dE26d22", decimals: 6, native: false, bridged: true, coingeckoId: null },
      { chain: "XLAYER", symbol: "USDT0", name: "USDT0", address: "0x779Ded0c9e1022225f8E0630b35a9b54bE713736", decimals: 6, native: false, bridged: false, coingeckoId: null },
      { chain: "XLAYER", symbol: "USDT", name: "Bridged USDT", address: "0x1E4a5963aBFD975d8c9021ce480b42188849D41d", decimals: 6, native: false, bridged: true, coingeckoId: null },
      { chain: "XLAYER", symbol: "WETH", name: "WETH", address: "0x5A77f1443D16ee5761d310e38b62f77f726bC71c", decimals: 18, native: false, bridged: false, coingeckoId: "weth" },
      { chain: "SONEIUM", symbol: "ETH", name: "Ether", address: "0x0000000000000000000000000000000000000000", decimals: 18, native: true, bridged: false, coingeckoId: "ethereum" },
      { chain: "SONEIUM", symbol: "WETH", name: "Wrapped Ether", address: "0x4200000000000000000000000000000000000006", decimals: 18, native: false, bridged: false, coingeckoId: "weth" },
      { chain: "SONEIUM", symbol: "USDC.e", name: "Bridged USDC", address: "0xbA9986D2381edf1DA03B0B9c1f8b00dc4AacC369", decimals: 6, native: false, bridged: true, coingeckoId: null },
      { chain: "AURORA", symbol: "ETH", name: "Ether", address: "0x0000000000000000000000000000000000000000", decimals: 18, native: true, bridged: false, coingeckoId: "ethereum" },
      { chain: "AURORA", symbol: "WETH", name: "Wrapped Ether", address: "0xC9BdeEd33CD01541e1eeD10f90519d2C06Fe3feB", decimals: 18, native: false, bridged: false, coingeckoId: "weth" },
      { chain: "AURORA", symbol: "USDC", name: "USD Coin", address: "0xB12BFcA5A55806AaF64E99521918A4bf0fC40802", decimals: 6, native: false, bridged: false, coingeckoId: "usd-coin" },
      { chain: "AURORA", symbol: "USDT", name: "Tether USD", address: "0x4988a896b1227218e4A686fdE5EabdcAbd91571f", decimals: 6, native: false, bridged: false, coingeckoId: "tether" },
      { chain: "AURORA", symbol: "WBTC", name: "Wrapped BTC", address: "0xF4eB217Ba2454613b15dBdea6e5f22276410e89e", decimals: 8, native: false, bridged: false, coingeckoId: "wrapped-bitcoin" },
      { chain: "MOONBEAM", symbol: "GLMR", name: "Moonbeam", address: "0x0000000000000000000000000000000000000000", decimals: 18, native: true, bridged: false, coingeckoId: "moonbeam" },
      { chain: "MOONBEAM", symbol: "WGLMR", name: "Moonbeam", address: "0xAcc15dC74880C9944775448304B263D191c6077F", decimals: 18, native: false, bridged: false, coingeckoId: null },
      { chain: "MOONBEAM", symbol: "axlUSDC", name: "Axelar USDC", address: "0xCa01a1D0993565291051daFF390892518ACfAD3A", decimals: 6, native: false, bridged: true, coingeckoId: null },
      { chain: "KAVA", symbol: "KAVA", name: "Kava", address: "0x0000000000000000000000000000000000000000", decimals: 18, native: true, bridged: false, coingeckoId: "kava" },
      { chain: "KAVA", symbol: "WKAVA", name: "Wrapped KAVA", address: "0xc86c7C0eFbd6A49B35E8714C5f59D99De09A225b", decimals: 18, native: false, bridged: false, coingeckoId: null },
      { chain: "KAVA", symbol: "USDT", name: "USDT", address: "0x919C1c267BC06a7039e03fcc2eF738525769109c", decimals: 6, native: false, bridged: false, coingeckoId: "tether" },
      { chain: "KAVA", symbol: "axlUSDC", name: "Axelar USDC", address: "0xEB466342C4d449BC9f53A865D5Cb90586f405215", decimals: 6, native: false, bridged: true, coingeckoId: null },
      { chain: "BITCOIN", symbol: "BTC", name: "Bitcoin", address: "0x0000000000000000000000000000000000000000", decimals: 8, native: true, bridged: false, coingeckoId: "bitcoin" },
      { chain: "TON", symbol: "TON", name: "Toncoin", address: "0x0000000000000000000000000000000000000000", decimals: 9, native: true, bridged: false, coingeckoId: "the-open-network" },
      { chain: "SOLANA", symbol: "SOL", name: "Solana", address: "So11111111111111111111111111111111111111111", decimals: 9, native: true, bridged: false, coingeckoId: "solana" },
      { chain: "TRON", symbol: "TRX", name: "TRON", address: "0x0000000000000000000000000000000000000000", decimals: 6, native: true, bridged: false, coingeckoId: "tron" },
      { chain: "SUI", symbol: "SUI", name: "Sui", address: "0x0000000000000000000000000000000000000000000000000000000000000002::sui::SUI", decimals: 9, native: true, bridged: false, coingeckoId: "sui" },
      { chain: "TON", symbol: "USDT", name: "Tether USD (jetton)", address: "EQCxE6mUtQJKFnGfaROTKOt1lZbDiiX1kCixRv7Nw2Id_sDs", decimals: 6, native: false, bridged: false, coingeckoId: "tether" },
      { chain: "TON", symbol: "NOT", name: "Notcoin", address: "EQAvlWFDxGF2lXm67y4yzC17wYKD9A0guwPkMs1gOsM__NOT", decimals: 9, native: false, bridged: false, coingeckoId: "notcoin" },
      { chain: "TON", symbol: "tsTON", name: "Tonstakers TON", address: "EQC98_qAmNEptUtPc7W6xdHh_ZHrBUFpw5Ft_IzNU20QAJav", decimals: 9, native: false, bridged: false, coingeckoId: "tonstakers" },
      { chain: "TON", symbol: "pTON", name: "Proxy TON (STON.fi v1)", address: "EQCM3B12QK1e4yZSf8GtBRT0aLMNyEsBc_DhVfRRtOEffLez", decimals: 9, native: false, bridged: false, coingeckoId: null },
      { chain: "TON", symbol: "jUSDT", name: "Bridged USDT (Orbit/TON bridge, legacy)", address: "EQBynBO23ywHy_CgarY9NK9FTz0yDsG82PtcbSTQgGoXwiuA", decimals: 6, native: false, bridged: true, coingeckoId: null },
      { chain: "TON", symbol: "jUSDC", name: "Bridged USDC (legacy)", address: "EQB-MPwrd1G6WKNkLz_VnV6WqBDd142KMQv-g1O-8QUA3728", decimals: 6, native: false, bridged: true, coingeckoId: null },
      { chain: "TON", symbol: "SCALE", name: "DeDust SCALE", address: "EQBlqsm144Dq6SjbPI4jjZvA1hqTIP3CvHovbIfW_t-SCALE", decimals: 9, native: false, bridged: false, coingeckoId: null },
      { chain: "SOLANA", symbol: "wSOL", name: "Wrapped SOL", address: "So11111111111111111111111111111111111111112", decimals: 9, native: false, bridged: false, coingeckoId: "solana" },
      { chain: "SOLANA", symbol: "USDC", name: "USD Coin", address: "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v", decimals: 6, native: false, bridged: false, coingeckoId: "usd-coin" },
      { chain: "SOLANA", symbol: "USDT", name: "Tether USD", address: "Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB", decimals: 6, native: false, bridged: false, coingeckoId: "tether" },
      { chain: "SOLANA", symbol: "JUP", name: "Jupiter", address: "JUPyiwrYJFskUPiHa7hkeR8VUtAeFoSYbKedZNsDvCN", decimals: 6, native: false, bridged: false, coingeckoId: "jupiter-exchange-solana" },
      { chain: "SOLANA", symbol: "BONK", name: "Bonk", address: "DezXAZ8z7PnrnRJjz3wXBoRgixCa6xjnB7YaB1pPB263", decimals: 5, native: false, bridged: false, coingeckoId: "bonk" },
      { chain: "SOLANA", symbol: "RAY", name: "Raydium", address: "4k3Dyjzvzp8eMZWUXbBCjEvwSkkk59S5iCNLY3QrkX6R", decimals: 6, native: false, bridged: false, coingeckoId: "raydium" },
      { chain: "SOLANA", symbol: "mSOL", name: "Marinade SOL", address: "mSoLzYCxHdYgdzU16g5QSh3i5K3z3KZK7ytfqcJm7So", decimals: 9, native: false, bridged: false, coingeckoId: "msol" },
      { chain: "SOLANA", symbol: "JitoSOL", name: "Jito Staked SOL", address: "J1toso1uCk3RLmjorhTtrVwY9HJ7X8V9yYac6Y7kGCPn", decimals: 9, native: false, bridged: false, coingeckoId: "jito-staked-sol" },
      { chain: "TRON", symbol: "WTRX", name: "Wrapped TRX", address: "TNUC9Qb1rRpS5CbWLmNMxXBjyFoydXjWFR", decimals: 6, native: false, bridged: false, coingeckoId: "wrapped-tron" },
      { chain: "TRON", symbol: "USDT", name: "Tether USD", address: "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t", decimals: 6, native: false, bridged: false, coingeckoId: "tether" },
      { chain: "TRON", symbol: "USDC", name: "USD Coin (issuer support ended)", address: "TEkxiTehnzSmSe2XqrBj4w32RUN966rdz8", decimals: 6, native: false, bridged: false, coingeckoId: "usd-coin" },
      { chain: "TRON", symbol: "USDD", name: "Decentralized USD", address: "TXDk8mbtRbXeYuMNS83CfKPaYYT8XWv9Hz", decimals: 18, native: false, bridged: false, coingeckoId: "usdd" },
      { chain: "TRON", symbol: "USDDOLD", name: "USDD (old)", address: "TPYmHEhy5n8TCEfYGqW2rPxsghSfzghPDn", decimals: 18, native: false, bridged: false, coingeckoId: null },
      { chain: "TRON", symbol: "USDJ", name: "Just Stablecoin", address: "TMwFHYXLJaRUPeW6421aqXL4ZEzPRFGkGT", decimals: 18, native: false, bridged: false, coingeckoId: "just-stablecoin" },
      { chain: "TRON", symbol: "TUSD", name: "TrueUSD", address: "TUpMhErZL2fhh4sVNULAbNKLokS4GjC1F4", decimals: 18, native: false, bridged: false, coingeckoId: "true-usd" },
      { chain: "TRON", symbol: "JST", name: "JUST", address: "TCFLL5dx5ZJdKnWuesXxi1VPwjLVmWZZy9", decimals: 18, native: false, bridged: false, coingeckoId: "just" },
      { chain: "TRON", symbol: "SUN", name: "SUN", address: "TSSMHYeV2uE9qYH95DqyoCuNCzEL1NvU3S", decimals: 18, native: false, bridged: false, coingeckoId: "sun-token" },
      { chain: "TRON", symbol: "BTT", name: "BitTorrent", address: "TAFjULxiVgT4qWk6UZwjqwZXTSaGaqnVp4", decimals: 18, native: false, bridged: false, coingeckoId: "bittorrent" },
      { chain: "SUI", symbol: "USDC", name: "USD Coin (native)", address: "0xdba34672e30cb065b1f93e3ab55318768fd6fef66c15942c9f7cb846e2f900e7::usdc::USDC", decimals: 6, native: false, bridged: false, coingeckoId: "usd-coin" },
      { chain: "SUI", symbol: "USDT", name: "Tether USD (Sui bridge)", address: "0x375f70cf2ae4c00bf37117d0c85a2c71545e6ee05c4a5c7d282cd66a4504b068::usdt::USDT", decimals: 6, native: false, bridged: true, coingeckoId: null },
      { chain: "SUI", symbol: "wUSDC", name: "USD Coin (Wormhole)", address: "0x5d4b302506645c37ff133b98c4b50a5ae14841659738d6d733d59d0d217a93bf::coin::COIN", decimals: 6, native: false, bridged: true, coingeckoId: null },
      { chain: "SUI", symbol: "wUSDT", name: "Tether USD (Wormhole)", address: "0xc060006111016b8a020ad5b33834984a437aaa7d3c74c18e09a95d48aceab08c::coin::COIN", decimals: 6, native: false, bridged: true, coingeckoId: null },
      { chain: "SUI", symbol: "DEEP", name: "DeepBook", address: "0xdeeb7a4662eec9f2f3def03fb937a663dddaa2e215b8078a284d026b7946c270::deep::DEEP", decimals: 6, native: false, bridged: false, coingeckoId: "deep" },
      { chain: "SUI", symbol: "CETUS", name: "Cetus", address: "0x06864a6f921804860930db6ddbe2e16acdf8504495ea7481637a1c8b9a8fe54b::cetus::CETUS", decimals: 9, native: false, bridged: false, coingeckoId: "cetus-protocol" },
      { chain: "TON", symbol: "DOGS", name: "Dogs", address: "EQCvxJy4eG8hyHBFsZ7eePxrRsUQSFE_jpptRAYBmcG_DOGS", decimals: 9, native: false, bridged: false, coingeckoId: "dogs-2" }
    ];
  }
});

// src/chains/tokens.ts
function builtInTokens(blockchain) {
  const known5 = builtIn.get(blockchain);
  if (known5 !== void 0) return known5;
  const tokens3 = readBuiltIn(blockchain);
  builtIn.set(blockchain, tokens3);
  return tokens3;
}
function nativeToken(blockchain) {
  const { native: native2 } = chainById(blockchain);
  return {
    blockchain,
    address: native2.address,
    symbol: native2.symbol,
    name: native2.name,
    decimals: native2.decimals,
    listed: true,
    native: true
  };
}
function createTokenList(userTokens = []) {
  const own = groupOwn(userTokens);
  const ofChain = (blockchain) => [
    ...builtInTokens(blockchain),
    ...own.get(blockchain) ?? []
  ];
  const candidates = (blockchain, symbol) => [
    ...builtInCandidates(blockchain, symbol),
    ...(own.get(blockchain) ?? []).filter((token2) => isSameSymbol(token2.symbol, symbol))
  ];
  return {
    ofChain,
    byAddress: (blockchain, address2) => {
      const wanted2 = addressKey(blockchain, address2);
      const isWanted = (token2) => addressKey(blockchain, token2.address) === wanted2;
      return ofChain(blockchain).find(isWanted) ?? null;
    },
    bySymbol: (blockchain, symbol) => {
      if (isSameSymbol(symbol, "native")) return nativeToken(blockchain);
      const found = candidates(blockchain, symbol);
      const [first2, second] = found;
      if (first2 === void 0) throw unknownToken(blockchain, symbol, ofChain(blockchain));
      if (second !== void 0) throw ambiguousToken(blockchain, symbol, found);
      return first2;
    },
    isUnproved: ({ blockchain, address: address2 }) => {
      const { multicall3 } = chainById(blockchain);
      const key = addressKey(blockchain, address2);
      const isOwn = own.get(blockchain)?.some((token2) => addressKey(blockchain, token2.address) === key);
      return multicall3 !== null && isOwn === true;
    },
    chainsWith: (symbol) => allChains().filter(({ id: id2, testnet }) => !testnet && candidates(id2, symbol).length > 0).map(({ id: id2 }) => id2)
  };
}
function groupOwn(userTokens) {
  const own = /* @__PURE__ */ new Map();
  for (const token2 of userTokens) {
    const { blockchain } = token2;
    const tokens3 = own.get(blockchain) ?? [];
    const key = addressKey(blockchain, token2.address);
    const isKnown = [...builtInTokens(blockchain), ...tokens3].some(
      ({ address: address2 }) => addressKey(blockchain, address2) === key
    );
    if (!isKnown) own.set(blockchain, [...tokens3, token2]);
  }
  return own;
}
function builtInCandidates(blockchain, symbol) {
  const { native: native2 } = chainById(blockchain);
  const tokens3 = builtInTokens(blockchain);
  const isNative = [native2.symbol, ...native2.otherSymbols].some((own) => isSameSymbol(own, symbol));
  if (isNative) return tokens3.filter((token2) => token2.native);
  return tokens3.filter((token2) => isSameSymbol(token2.symbol, symbol));
}
function unknownToken(blockchain, symbol, tokens3) {
  const symbols = tokens3.map((token2) => token2.symbol);
  const near = nearest(symbol, symbols, 3);
  const hint = near.length > 0 ? `Did you mean ${near.join(" or ")}? For any other token, use its address.` : `Known there: ${symbols.slice(0, 12).join(", ")}. For any other token, use its address.`;
  return new SwaprouteError("UNKNOWN_TOKEN", `${blockchain} has no token ${quoted(symbol)}.`, {
    hint,
    context: { blockchain, symbol, suggestions: near }
  });
}
function ambiguousToken(blockchain, symbol, candidates) {
  const list = candidates.map((token2) => `${token2.symbol} (${token2.name}) ${token2.address}`);
  return new SwaprouteError(
    "AMBIGUOUS_TOKEN",
    `${quoted(symbol)} means ${candidates.length} tokens on ${blockchain}.`,
    {
      hint: `Use the address of the one you mean: ${list.join("; ")}.`,
      context: { blockchain, symbol, candidates: candidates.map(({ address: address2 }) => address2) }
    }
  );
}
function isSameSymbol(a, b) {
  return a.toUpperCase() === b.toUpperCase();
}
function addressKey(blockchain, address2) {
  return isEvmChain(chainById(blockchain)) ? address2.toLowerCase() : address2;
}
function readBuiltIn(blockchain) {
  let native2 = { ...nativeToken(blockchain), bridged: false, coingeckoId: null };
  const tokens3 = [];
  for (const row of tokens_default) {
    if (row.chain !== blockchain) continue;
    const { address: address2, symbol, name: name2, decimals, bridged, coingeckoId } = row;
    if (row.native) native2 = { ...native2, coingeckoId };
    else {
      const identity = { blockchain, address: address2, symbol, name: name2, decimals, listed: true, native: false };
      tokens3.push({ ...identity, bridged, coingeckoId });
    }
  }
  return [native2, ...tokens3];
}
var builtIn;
var init_tokens2 = __esm({
  "src/chains/tokens.ts"() {
    "use strict";
    init_errors();
    init_nearest();
    init_chains2();
    init_tokens();
    init_text();
    builtIn = /* @__PURE__ */ new Map();
  }
});

// src/chains/addresses/receivers.ts
function receiverFault(chain, { address: address2, payload }, options) {
  const lower = address2.toLowerCase();
  const hex = payload === null ? "" : toHex(payload);
  if (/^(00)+$/.test(hex)) return "is the zero address: tokens sent there are lost";
  if (equalBytes.test(hex) || hex !== "" && repeatedPattern.test(hex)) {
    return "is a burn or system address without a known key";
  }
  if (unownedEvm.has(lower) || unownedElsewhere.has(address2)) {
    return "is a burn, system or sample address";
  }
  const isSample = sampleEvm.has(lower) || chain.addressFormat === "ton" && sampleTon.has(hex);
  if (options.sandbox !== true && isSample) return "is an account whose private key is public";
  if (isContract(chain, address2, options.knownContracts)) {
    return "is the contract of a token or an exchange, which cannot forward what it receives";
  }
  const near = nearestCopy(address2, [...options.knownAddresses ?? []], chain);
  return near === null ? null : `begins and ends like your known address ${near}, but differs`;
}
function nearestCopy(address2, known5, chain) {
  const own = ownPart(address2, chain);
  if (known5.some((other) => ownPart(other, chain) === own)) return null;
  return known5.find((other) => isNearCopy(address2, other, chain)) ?? null;
}
function isContract(chain, address2, known5) {
  const spellings = [address2, address2.toLowerCase(), bounceableForm(chain, address2)];
  if (spellings.some((spelling) => known5?.has(spelling))) return true;
  if (isEvmChain(chain) && address2.toLowerCase() === permit2) return true;
  const tokens3 = builtInTokens(chain.id).filter((token2) => !token2.native);
  return [chain.wrappedNative, chain.multicall3, ...tokens3.map((token2) => token2.address)].some(
    (contract) => contract !== null && spellings.includes(contract)
  );
}
function bounceableForm(chain, address2) {
  const ton3 = chain.addressFormat === "ton" ? parseTonAddress(address2) : null;
  return ton3 === null ? address2 : formatTonAddress(ton3, true);
}
function isNearCopy(address2, known5, chain) {
  const a = ownPart(address2, chain);
  const b = ownPart(known5, chain);
  if (a === b || a.length < 3 * endLength) return false;
  return a.slice(0, endLength) === b.slice(0, endLength) && a.slice(-endLength) === b.slice(-endLength);
}
function ownPart(address2, chain) {
  const ton3 = chain.addressFormat === "ton" ? parseTonAddress(address2) : null;
  if (ton3 !== null) return formatTonAddress(ton3, false).slice(2);
  const isCaseless = chain.addressFormat === "evm" || chain.addressFormat === "xdc";
  const text4 = isCaseless ? address2.toLowerCase() : address2;
  const { hrp, prefix } = chain.addressParams;
  const common = [
    hrp === void 0 ? "" : `${hrp}1`,
    prefix === void 0 ? "" : `${prefix}:`,
    "0x"
  ];
  const front = common.find((beginning) => beginning !== "" && text4.startsWith(beginning)) ?? "";
  return text4.slice(front.length);
}
var equalBytes, repeatedPattern, unownedEvm, permit2, sampleEvm, sampleTon, unownedElsewhere, endLength;
var init_receivers = __esm({
  "src/chains/addresses/receivers.ts"() {
    "use strict";
    init_chains2();
    init_tokens2();
    init_codecs();
    init_ton();
    equalBytes = /(..)\1{7}/;
    repeatedPattern = /^(.{2,8})\1+.{0,7}$/;
    unownedEvm = /* @__PURE__ */ new Set([
      "0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee",
      "0x00000000000000000000045261d4ee77acdb3286",
      "0xdead000000000000000042069420694206942069",
      "0x0123456789012345678901234567890123456789",
      "0x1234567890123456789012345678901234567890"
    ]);
    permit2 = "0x000000000022d473030f116ddee9f6b43ac78ba3";
    sampleEvm = /* @__PURE__ */ new Set([
      "0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266",
      "0x70997970c51812dc3a010c7d01b50e0d17dc79c8",
      "0x3c44cdddb6a900fa2b585dd299e03d12fa4293bc",
      "0x90f79bf6eb2c4f870365e785982e1f101e93b906",
      "0x15d34aaf54267db7d7c367839aaf71a00a2c6a65",
      "0x9965507d1a55bcc2695c58ba16fb37d819b0a4dc",
      "0x976ea74026e726554db657fa54763abd0c3a0aa9",
      "0x14dc79964da2c08b23698b3d3cc7ca32193d9955",
      "0x23618e81e3f5cdf7f54c3d65f7fbc0abf5b21e8f",
      "0xa0ee7a142d267c1f36714e4a8f75612f20a79720",
      // Owner of the private key 1.
      "0x7e5f4552091a69125d5dfcb7b8c2659029395bdf",
      // The accounts of this program's own sandbox, whose keys are in its source.
      "0xcee20818b7a8d5ff4da6502aeed518bd35bdc872",
      "0xb5126d080d220e32423ff1d48b2649e5522a892c"
    ]);
    sampleTon = /* @__PURE__ */ new Set([
      "c123232281b37ceecbdc06de9caa2d8f6d7efdf4990093e345218e283133fda9",
      "af0959b973c3f2b4590d8004f8b0b8d015752ed0bd12234e042446cf37bbc992"
    ]);
    unownedElsewhere = /* @__PURE__ */ new Set([
      // BITCOIN and its relatives: examples of the specifications, private key 1, well-known burn
      // addresses.
      "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
      "bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq",
      "bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu",
      "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa",
      "1BgGZ9tcN4rm9KBzDn7KprQz87SZ26SAMH",
      "1EHNa6Q4Jz2uvNExL497mE43ikXhwF6kZm",
      "1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2",
      "1BitcoinEaterAddressDontSendf59kuE",
      "1CounterpartyXXXXXXXXXXXXXXXUWLpVr",
      // SOLANA: programs and the incinerator.
      "TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA",
      "TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb",
      "ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL",
      "ComputeBudget111111111111111111111111111111",
      "Stake11111111111111111111111111111111111111",
      "Vote111111111111111111111111111111111111111",
      "SysvarC1ock11111111111111111111111111111111",
      "SysvarRent111111111111111111111111111111111",
      "1nc1nerator11111111111111111111111111111111",
      "So11111111111111111111111111111111111111111",
      "So11111111111111111111111111111111111111112",
      // RIPPLE: accounts without a key.
      "rrrrrrrrrrrrrrrrrNAMEtxvNvQ",
      "rrrrrrrrrrrrrrrrrrrn5RM1rHd",
      // System account names.
      "eosio",
      "eosio.null",
      "eosio.token",
      "near",
      "system",
      "null"
    ]);
    endLength = 4;
  }
});

// src/chains/addresses/secrets.ts
function mayBeSecret(text4) {
  if (/^(0x)?[0-9a-fA-F]{64,128}$/.test(text4)) return true;
  if (text4.trim().split(/\s+/).length >= wordsOfShortestSeed) return true;
  if (/^(suiprivkey1|xprv|yprv|zprv|edsk|spsk|p2sk|ed25519_sk1|ed25519:|SK_|PVT_)/.test(text4))
    return true;
  if (/^S[A-Z2-7]{55}$/.test(text4) || /^s[1-9A-HJ-NP-Za-km-z]{28,30}$/.test(text4)) return true;
  if (!/^[1-9A-HJ-NP-Za-km-z]{50,90}$/.test(text4)) return false;
  const size = base58CheckBytes(text4)?.length;
  return size === 33 || size === 34 || base58Bytes(text4)?.length === 64;
}
var wordsOfShortestSeed;
var init_secrets = __esm({
  "src/chains/addresses/secrets.ts"() {
    "use strict";
    init_codecs();
    wordsOfShortestSeed = 12;
  }
});

// src/chains/addresses/tokenForms.ts
function ofAccounts(kind, shape) {
  return {
    shape,
    canonical: (text4, chain) => {
      const check = kind.check(text4, chain);
      return isAccepted(check) ? check.address : check;
    }
  };
}
function canonicalTon(text4) {
  const address2 = parseTonAddress(text4);
  if (address2 === null) return refuse("it is cut or mistyped");
  if (address2.testOnly) return refuse("it belongs to a test network");
  return formatTonAddress(address2, true);
}
function canonicalMoveType(text4) {
  const match = /^(0x[0-9a-fA-F]{1,64})::([A-Za-z_]\w*)::([A-Za-z_]\w*)$/.exec(text4);
  if (match === null) return refuse("it is not <package>::<module>::<TYPE>");
  const [, account2 = "", module = "", type = ""] = match;
  return `${padded(account2)}::${module}::${type}`;
}
function padded(hex) {
  return `0x${hex.slice(2).toLowerCase().padStart(64, "0")}`;
}
function canonicalStellar(text4, chain) {
  const match = /^([A-Za-z0-9]{1,12})[:-](G[A-Z2-7]{55})$/.exec(text4);
  const [, code, issuer] = match ?? [];
  if (code !== void 0 && issuer !== void 0) {
    const check2 = stellarKind.check(issuer, chain);
    return isAccepted(check2) ? `${code}:${issuer}` : refuse(`of its issuer, ${check2.refused}`);
  }
  if (!text4.startsWith("C")) return refuse("it is neither CODE:ISSUER nor a contract");
  const check = stellarKind.check(text4, chain);
  return isAccepted(check) ? text4 : check;
}
function canonicalDenomination(text4, chain) {
  const { hrp = "" } = chain.addressParams;
  if (text4.startsWith(`${hrp}1`)) {
    const check = cosmosKind.check(text4, chain);
    return isAccepted(check) ? check.address : check;
  }
  if (/^ibc\//i.test(text4)) {
    return /^ibc\/[0-9a-fA-F]{64}$/i.test(text4) ? `ibc/${text4.slice(4).toUpperCase()}` : refuse("it is not ibc/ and 64 hexadecimal digits");
  }
  return /^[a-zA-Z][a-zA-Z0-9/:._-]{1,127}$/.test(text4) ? text4 : refuse("it is not a denomination");
}
var evmForm, forms;
var init_tokenForms = __esm({
  "src/chains/addresses/tokenForms.ts"() {
    "use strict";
    init_base58();
    init_token();
    init_text();
    init_bech32Accounts();
    init_evm();
    init_namedAccounts();
    init_result();
    init_base32();
    init_ton();
    evmForm = ofAccounts(evmKind, "0x and 40 hexadecimal digits");
    forms = {
      evm: evmForm,
      xdc: ofAccounts(xdcKind, "0x and 40 hexadecimal digits"),
      hedera: ofAccounts(hederaKind, "0.0. and a number"),
      near: ofAccounts(nearKind, "the name of a contract, such as wrap.near"),
      solana: {
        ...ofAccounts(solanaKind, "the base58 address of a mint"),
        nativeSpellings: ["11111111111111111111111111111111"]
      },
      tezos: ofAccounts(tezosKind, "KT1 and 33 base58 characters"),
      tron: {
        ...ofAccounts(tronKind, "T and 33 base58 characters"),
        nativeSpellings: ["T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb"]
      },
      ton: {
        shape: "the EQ\u2026 address of a jetton master",
        nativeSpellings: ["EQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAM9c"],
        canonical: canonicalTon
      },
      sui: { shape: "<package>::<module>::<TYPE>", canonical: canonicalMoveType },
      iota: {
        shape: "<package>::<module>::<TYPE>",
        nativeSpellings: [`${padded("0x2")}::iota::IOTA`],
        canonical: canonicalMoveType
      },
      aptos: {
        shape: "<account>::<module>::<TYPE> or 0x and 64 hexadecimal digits",
        nativeSpellings: [`${padded("0x1")}::aptos_coin::AptosCoin`, padded("0xa")],
        canonical: (text4) => /^0x[0-9a-fA-F]{1,64}$/.test(text4) ? padded(text4) : canonicalMoveType(text4)
      },
      starknet: {
        shape: "0x and up to 64 hexadecimal digits",
        canonical: (text4) => /^0x[0-9a-fA-F]{1,64}$/.test(text4) ? padded(text4) : refuse("it is not 0x and hexadecimal digits")
      },
      stellar: {
        shape: "CODE:ISSUER, or C and 55 capital letters or digits",
        nativeSpellings: ["CAS3J7GYLGXMF6TDJBBYYSE3HQ6BBSMLNUQ34T6TZMYMW2EVH34XOWMA"],
        canonical: canonicalStellar
      },
      cosmos: {
        shape: "a denomination such as uatom, ibc/\u2026 or factory/\u2026",
        canonical: canonicalDenomination
      }
    };
  }
});

// src/chains/addresses.ts
function checkAddress(chain, text4) {
  return toChecked(acceptedAddress(chain, text4));
}
function checkReceiver(chain, text4, options = {}) {
  const accepted = acceptedAddress(chain, text4);
  const fault = receiverFault(chain, accepted, options);
  if (fault === null) return toChecked(accepted);
  throw new SwaprouteError("INVALID_ADDRESS", `${accepted.address} ${fault}.`, {
    hint: "Use the address of a wallet that the receiver controls.",
    context: { blockchain: chain.id, address: accepted.address }
  });
}
function testFormOf(chain) {
  const { testAddressParams } = chain;
  return testAddressParams === null ? null : { ...chain, addressParams: testAddressParams };
}
function acceptedAddress(chain, text4) {
  const kind = addressKinds[chain.addressFormat];
  const spelling = spellingFault(text4);
  const check = spelling === null ? kind.check(text4, chain) : { refused: spelling };
  if (isAccepted(check)) return check;
  const test2 = takesTestForms && spelling === null ? testFormOf(chain) : null;
  const testCheck = test2 === null ? check : kind.check(text4, test2);
  if (isAccepted(testCheck)) return testCheck;
  throw refusal(chain, text4, check.refused);
}
function spellingFault(text4) {
  if (text4 === "") return "it is empty";
  if (/\s/.test(text4)) return "it contains a space";
  if (/[^\x21-\x7e]/.test(text4)) return "it contains a character that no address has";
  return text4.length > maxLength2 ? "it is too long" : null;
}
function refusal(chain, text4, reason) {
  const shape = addressKinds[chain.addressFormat].shape(chain);
  const other = mayBeSecret(text4) ? null : otherNetwork(chain, text4);
  const message = other === null ? `${shown(text4)} is not a valid ${chain.id} address: ${reason}.` : `${shown(text4)} looks like an address of ${other}; ${chain.id} needs ${shape}.`;
  return new SwaprouteError("INVALID_ADDRESS", message, {
    hint: `${chain.id} addresses are ${shape}. Copy the whole address and compare both ends.`,
    context: { blockchain: chain.id, reason, ...other === null ? {} : { looksLike: other } }
  });
}
function shown(text4) {
  return mayBeSecret(text4) ? "The text (not repeated here: it may be a private key)" : quoted(text4);
}
function otherNetwork(chain, text4) {
  if (spellingFault(text4) !== null) return null;
  for (const id2 of recognisedChains) {
    const other = chainById(id2);
    if (other.addressFormat === chain.addressFormat && id2 === chain.id) continue;
    if (isAccepted(addressKinds[other.addressFormat].check(text4, other))) return id2;
  }
  return null;
}
function toChecked({ address: address2, notes, memo }) {
  return { address: address2, display: address2, notes, memo };
}
var maxLength2, recognisedChains, takesTestForms;
var init_addresses = __esm({
  "src/chains/addresses.ts"() {
    "use strict";
    init_errors();
    init_kinds();
    init_receivers();
    init_result();
    init_secrets();
    init_tokenForms();
    init_chains2();
    init_text();
    maxLength2 = 512;
    recognisedChains = [
      "ETH",
      "BITCOIN",
      "TRON",
      "TON",
      "LITECOIN",
      "DOGECOIN",
      "BITCOIN_CASH",
      "DASH",
      "ZCASH",
      "RIPPLE",
      "STELLAR",
      "CARDANO",
      "POLKADOT",
      "KUSAMA",
      "ASTAR",
      "POLYX",
      "COSMOS",
      "OSMOSIS",
      "KAVA_COSMOS",
      "SECRET",
      "THOR_CHAIN",
      "TERRA",
      "BAND_PROTOCOL",
      "ALGORAND",
      "TEZOS",
      "MONERO",
      "FILECOIN",
      "STACKS",
      "NANO",
      "MULTIVERS_X",
      "ZILLIQA",
      "E_CASH",
      "DECRED",
      "DIGI_BYTE",
      "RAVENCOIN",
      "QTUM",
      "BITCOIN_GOLD",
      "FIRO",
      "HORIZEN",
      "STRATIS",
      "WAVES",
      "NEO",
      "MINA_PROTOCOL",
      "NEM",
      "SYMBOL",
      "ICON",
      "ARDOR",
      "FIO_PROTOCOL",
      "CASPER",
      "HEDERA",
      "SOLANA",
      "SUI"
    ];
    takesTestForms = false;
  }
});

// src/providers/kits/deposit/parties.ts
function partiesOf(request3, provider4, rules) {
  const { srcToken, dstToken, fromAddress, receiver: receiver2, refundAddress } = request3;
  const sharesAccounts = [srcToken, dstToken].every(
    ({ blockchain }) => isEvmChain(chainById(blockchain))
  );
  const paid = receiver2 ?? (sharesAccounts ? fromAddress : null);
  if (paid === null) {
    throw new SwaprouteError(
      "RECEIVER_REQUIRED",
      `A receiver on ${dstToken.blockchain} is required.`,
      {
        hint: "Set it with receiver (--receiver)."
      }
    );
  }
  const back = refundAddress ?? fromAddress;
  if (back === null && rules.needsRefund) {
    throw new SwaprouteError(
      "MISSING_FIELD",
      `${provider4.name} needs a refund address on ${srcToken.blockchain}.`,
      { hint: "Set it with refundAddress (--refund-to)." }
    );
  }
  const parties = {
    receiver: toPayee(dstToken.blockchain, paid),
    refund: back === null ? null : toPayee(srcToken.blockchain, back)
  };
  for (const payee of [parties.receiver, parties.refund]) {
    if (payee === null || payee.memo === null || rules.takesMemo) continue;
    throw unsupported(`${provider4.name} cannot forward the tag or memo inside the address.`);
  }
  return parties;
}
function toPayee(blockchain, text4) {
  const checked = checkAddress(chainById(blockchain), text4);
  if (checked.memo === null) return { address: checked.address, memo: null };
  const classic = classicXrpAddress(checked.address);
  if (classic !== null) return { address: classic, memo: checked.memo };
  throw unsupported(`Exchanges do not support ${blockchain} addresses that contain a number.`);
}
function unsupported(message) {
  return new SwaprouteError("UNSUPPORTED_RECEIVER", message, {
    hint: "Use the plain address of your own wallet."
  });
}
var init_parties = __esm({
  "src/providers/kits/deposit/parties.ts"() {
    "use strict";
    init_addresses();
    init_xrp();
    init_chains2();
    init_errors();
  }
});

// src/providers/kits/deposit/neutral.ts
function anyParties(request3, provider4) {
  const { srcToken, dstToken, fromAddress, refundAddress, receiver: receiver2 } = request3;
  const named = {
    ...request3,
    receiver: receiver2 ?? neutralAccount(dstToken.blockchain),
    refundAddress: refundAddress ?? fromAddress ?? neutralAccount(srcToken.blockchain)
  };
  return partiesOf(named, provider4, { takesMemo: false, needsRefund: true });
}
function neutralAccount(blockchain) {
  if (blockchain === "BITCOIN") return neutralBitcoin;
  return neutralAccounts[chainById(blockchain).addressFormat] ?? null;
}
var neutralAccounts, neutralBitcoin;
var init_neutral = __esm({
  "src/providers/kits/deposit/neutral.ts"() {
    "use strict";
    init_chains2();
    init_parties();
    neutralAccounts = {
      evm: "0x000000000000000000000000000000000000dEaD",
      tron: "THa7BwoPfacfiELa63pbmm3g5PGKYmtJyt",
      ton: "EQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAADerZ0z",
      solana: "CbKGgVKLJFb8bBrf58DnAkdryX6ubewVytn7X957YwNr"
    };
    neutralBitcoin = "34xp4vRoCGJym3xR7yCVPFHoCNxv4Twseo";
  }
});

// src/core/amounts.ts
function parseAmount(text4, decimals) {
  const fraction = requireDecimal(text4);
  if (fraction.length > decimals) {
    throw new SwaprouteError(
      "TOO_MANY_DECIMALS",
      `"${text4}" has ${fraction.length} decimals; the token has ${decimals}.`,
      { hint: `Shorten the amount to at most ${decimals} decimals.`, context: { decimals } }
    );
  }
  const whole = text4.slice(0, text4.length - (fraction === "" ? 0 : fraction.length + 1));
  return BigInt(whole + fraction.padEnd(decimals, "0"));
}
function requireDecimal(text4) {
  const match = plainDecimal.exec(text4);
  if (match !== null && text4.length <= maxDigits) return match[1] ?? "";
  throw new SwaprouteError("INVALID_AMOUNT", `"${text4.slice(0, 40)}" is not an amount.`, {
    hint: "Write a plain decimal such as 0.5 or 1000.25, without sign, exponent or separators."
  });
}
function formatAmount(amount, decimals) {
  const negative = amount < 0n;
  const digits2 = (negative ? -amount : amount).toString().padStart(decimals + 1, "0");
  const whole = digits2.slice(0, digits2.length - decimals);
  const fraction = digits2.slice(digits2.length - decimals).replace(/0+$/, "");
  return `${negative ? "-" : ""}${whole}${fraction === "" ? "" : `.${fraction}`}`;
}
function mulDivDown(amount, numerator, denominator) {
  return amount * numerator / denominator;
}
function minimumAfterSlippage(amount, slippageBps) {
  const least2 = mulDivDown(amount, BigInt(1e4 - slippageBps), 10000n);
  return least2 === 0n && amount > 0n ? 1n : least2;
}
function slippageToBps(fraction) {
  return Math.floor(Number((fraction * 1e4).toFixed(6)));
}
function bpsToSlippage(bps) {
  return bps / 1e4;
}
var plainDecimal, maxDigits;
var init_amounts = __esm({
  "src/core/amounts.ts"() {
    "use strict";
    init_errors();
    plainDecimal = /^(?:0|[1-9][0-9]*|0[0-9]+)(?:\.([0-9]+))?$/;
    maxDigits = 96;
  }
});

// src/core/json.ts
function isRecord(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
var init_json = __esm({
  "src/core/json.ts"() {
    "use strict";
  }
});

// src/http/reason.ts
function foreignReason(text4, maxLength4 = 160) {
  const line = withoutLinks(text4.slice(0, maxLength4 * 8).replace(unprintable2, " ")).replace(/\s+/gu, " ").trim();
  const characters = [...line];
  if (characters.length <= maxLength4) return line;
  return `${characters.slice(0, maxLength4 - 1).join("")}\u2026`;
}
function envelopeError(body2, options = {}) {
  if (!isRecord(body2)) return null;
  const list = body2["errors"];
  const inner = body2["error"] ?? (Array.isArray(list) ? list[0] : list);
  if (inner !== void 0 && inner !== null && inner !== false) {
    return reasonOf(inner) ?? "no reason given";
  }
  return options.anyField === true ? reasonOf(body2) : null;
}
function reasonOf(value) {
  if (typeof value === "string") return value === "" ? null : foreignReason(value);
  if (!isRecord(value)) return null;
  for (const field of reasonFields) {
    const reason = reasonOf(value[field]);
    if (reason !== null) return reason;
  }
  return null;
}
var unprintable2, reasonFields;
var init_reason = __esm({
  "src/http/reason.ts"() {
    "use strict";
    init_links();
    init_json();
    unprintable2 = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]+/gu;
    reasonFields = ["message", "reason", "error_description", "detail", "msg", "error"];
  }
});

// src/providers/kits/deposit/errors.ts
function limitError({ name: name2 }, amount, token2, { min, max }) {
  const { symbol: tokenSymbol, decimals } = token2;
  if (min !== null && amount < min) {
    const minAmount = formatAmount(min, decimals);
    const text4 = `${name2} takes at least ${minAmount} ${tokenSymbol} on this route.`;
    return new SwaprouteError("AMOUNT_TOO_LOW", text4, { context: { tokenSymbol, minAmount } });
  }
  if (max !== null && amount > max) {
    const maxAmount = formatAmount(max, decimals);
    const text4 = `${name2} takes at most ${maxAmount} ${tokenSymbol} on this route.`;
    return new SwaprouteError("AMOUNT_TOO_HIGH", text4, { context: { tokenSymbol, maxAmount } });
  }
  return null;
}
function unnamedLimit({ name: name2 }, code, { symbol: tokenSymbol }) {
  const word2 = code === "AMOUNT_TOO_LOW" ? "low" : "high";
  return new SwaprouteError(code, `The amount is too ${word2} for ${name2}.`, {
    context: { tokenSymbol }
  });
}
function answerError(provider4, status, body2, hasKey = false) {
  const { name: name2 } = provider4;
  const reason = envelopeError(body2, { anyField: true });
  const said = reason === null ? "" : ` It says: "${reason}".`;
  if (status === 401 || status === 403) return lockedOut(provider4, status, body2, hasKey);
  if (status === 404) {
    return new SwaprouteError("NO_ROUTE", `${name2} does not offer this swap.${said}`);
  }
  if (status >= 500) {
    return new SwaprouteError("UPSTREAM_FAILED", `${name2} answered ${status}.${said}`, {
      context: { status }
    });
  }
  return new SwaprouteError("UPSTREAM_REFUSED", `${name2} refused the request.${said}`, {
    context: { status }
  });
}
function lockedOut({ name: name2, keyVariable }, status, body2, hasKey) {
  const context = { status };
  if (keyVariable !== null && isAboutKey(status, body2)) {
    const text4 = hasKey ? `${name2} refuses the key in ${keyVariable}.` : `${name2} needs a key: ${keyVariable}.`;
    const hint = `Create an account at ${name2} to get a key.`;
    return new SwaprouteError("UPSTREAM_REFUSED", text4, { hint, context });
  }
  const reason = isPage(body2) ? null : textOf(body2);
  const said = reason === null ? "" : ` It says: "${reason}".`;
  return new SwaprouteError(
    "UPSTREAM_REFUSED",
    `${name2} does not serve this connection: it answered ${status}.${said}`,
    {
      hint: "This is usually a firewall or a country block. Try another network or provider.",
      context
    }
  );
}
function isAboutKey(status, body2) {
  if (isPage(body2)) return false;
  return status === 401 || /\b(?:api[ _-]?)?(?:key|token)s?\b|unauthori|credential/i.test(textOf(body2) ?? "");
}
function isPage(body2) {
  return typeof body2 === "string" && /^\s*</.test(body2);
}
function textOf(body2) {
  if (typeof body2 !== "string") return envelopeError(body2, { anyField: true });
  return body2.trim() === "" ? null : foreignReason(body2);
}
function quoteError(provider4, status, body2, hasKey = false) {
  if (status === 401 || status === 403 || status >= 500) {
    return answerError(provider4, status, body2, hasKey);
  }
  return noRoute(provider4, isPage(body2) ? null : textOf(body2));
}
function noRoute({ name: name2 }, reason = null) {
  const said = reason === null ? "" : ` It says: "${reason}".`;
  return new SwaprouteError("NO_ROUTE", `${name2} does not offer this swap.${said}`);
}
function priceMoved({ name: name2 }, quoted2, now) {
  return new SwaprouteError("PRICE_MOVED", `${name2} now promises less than was quoted.`, {
    hint: "Nothing was paid. Get a new quote and accept it.",
    context: { quoted: String(quoted2), now: String(now) }
  });
}
var init_errors2 = __esm({
  "src/providers/kits/deposit/errors.ts"() {
    "use strict";
    init_amounts();
    init_errors();
    init_reason();
  }
});

// src/chains/accountKey.ts
function accountKey(blockchain, text4) {
  const chain = chainById(blockchain);
  if (isEvmChain(chain)) return text4.toLowerCase();
  if (chain.addressFormat === "ton") {
    const address2 = parseTonAddress(text4);
    return address2 === null ? text4 : `${address2.workchain}:${Buffer.from(address2.hash).toString("hex")}`;
  }
  if (chain.addressFormat === "xrp") return classicXrpAddress(text4) ?? text4;
  return canonical(blockchain, text4);
}
function canonical(blockchain, text4) {
  try {
    return checkAddress(chainById(blockchain), text4).address;
  } catch (thrown) {
    if (thrown instanceof SwaprouteError) return text4;
    throw thrown;
  }
}
function isSameAccount(blockchain, one2, other) {
  return accountKey(blockchain, one2) === accountKey(blockchain, other);
}
var init_accountKey = __esm({
  "src/chains/accountKey.ts"() {
    "use strict";
    init_errors();
    init_addresses();
    init_ton();
    init_xrp();
    init_chains2();
  }
});

// src/providers/kits/deposit/order.ts
function compareOrder(provider4, { srcToken, dstToken }, { asked, created, readBack: readBack3, required: required2 }) {
  for (const field of orderFields) {
    const key = keyOf(field, srcToken.blockchain, dstToken.blockchain);
    const [wanted2, first2, second] = [asked[field], created[field], readBack3[field]].map(key);
    if (second === void 0 && required2.includes(field)) {
      throw unsafe(
        "D3",
        provider4,
        `did not return the ${fieldNames[field]} when the order was read back`,
        field
      );
    }
    const told3 = [first2, second].filter((value) => value !== void 0);
    if (wanted2 !== void 0 && told3.some((value) => value !== wanted2)) {
      const check = field === "amountToSend" && first2 !== wanted2 ? "D8" : "D3";
      throw unsafe(check, provider4, `opened an order with a different ${fieldNames[field]}`, field);
    }
    if (first2 !== void 0 && second !== void 0 && first2 !== second) {
      const text4 = `now returns a different ${fieldNames[field]} than when the order was opened`;
      throw unsafe("D3", provider4, text4, field);
    }
  }
}
function isOrderField(text4) {
  return text4 in fieldNames;
}
function keyOf(field, src, dst) {
  const chain = chainOf(field, src, dst);
  if (chain === null) return (value) => value === "" ? null : value;
  return (value) => {
    if (value === void 0) return void 0;
    return value === null || value === "" ? null : accountKey(chain, value);
  };
}
function chainOf(field, src, dst) {
  if (field === "receiver") return dst;
  return field === "depositAddress" || field === "refundAddress" ? src : null;
}
function checkDepositAddress(provider4, request3, parties, address2) {
  const { srcToken, dstToken, fromAddress } = request3;
  const chain = chainById(srcToken.blockchain);
  const own = [fromAddress, parties.refund?.address ?? null].filter((text4) => text4 !== null);
  const others = [...own, srcToken.address, ...receiverThere(chain, dstToken.blockchain, parties)];
  const key = accountKey(chain.id, address2);
  if (others.some((other) => accountKey(chain.id, other) === key)) {
    throw unsafe(
      "D4",
      provider4,
      "names a deposit address that has another role in this swap",
      "depositAddress"
    );
  }
  try {
    checkReceiver(chain, address2, { knownAddresses: own });
  } catch (cause) {
    if (!(cause instanceof SwaprouteError)) throw cause;
    const text4 = `names an address that must not be paid on ${chain.id}`;
    throw unsafe("D4", provider4, text4, "depositAddress");
  }
}
function receiverThere(chain, dst, { receiver: receiver2 }) {
  return chainById(dst).addressFormat === chain.addressFormat ? [receiver2.address] : [];
}
function checkSameDeposit(provider4, { srcToken, depositAddress: depositAddress2, depositMemo }, told3) {
  const { blockchain } = srcToken;
  const { address: address2, memo } = told3;
  const isOther = address2 != null && accountKey(blockchain, address2) !== accountKey(blockchain, depositAddress2);
  if (isOther) {
    throw unsafe("D7", provider4, "now returns a different deposit address", "depositAddress");
  }
  if (memo !== void 0 && (memo ?? "") !== (depositMemo ?? "")) {
    throw unsafe("D7", provider4, "now returns a different deposit memo", "depositMemo");
  }
}
function checkDepositMemo(provider4, blockchain, memo, asOutput = false) {
  const hasField = asOutput || otherFields.has(blockchain) || chainById(blockchain).memo !== null;
  const isTag = blockchain === "RIPPLE";
  const isSound = isTag ? /^(?:0|[1-9]\d{0,9})$/.test(memo) && Number(memo) <= 4294967295 : /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(memo) && memo.length <= (longestMemo[blockchain] ?? 256);
  if (isSound && hasField) return;
  throw unsafe("D5", provider4, `requires a memo that ${blockchain} cannot carry`, "depositMemo");
}
function unsafe(check, { name: name2 }, what, field) {
  return new SwaprouteError("UNSAFE_ROUTE", `${name2} ${what}.`, {
    hint: "The address is not shown. Do not pay; use another provider.",
    context: { check, field }
  });
}
var fieldNames, orderFields, otherFields, longestMemo;
var init_order = __esm({
  "src/providers/kits/deposit/order.ts"() {
    "use strict";
    init_addresses();
    init_chains2();
    init_errors();
    init_accountKey();
    fieldNames = {
      orderId: "order number",
      srcCoin: "coin to pay",
      dstCoin: "coin to receive",
      amountToSend: "amount",
      depositAddress: "deposit address",
      depositMemo: "deposit memo",
      receiver: "receiver",
      receiverMemo: "receiver's memo",
      refundAddress: "refund address",
      refundMemo: "memo for refunds",
      rateType: "kind of rate",
      dstAmount: "expected amount",
      expiresAt: "deadline"
    };
    orderFields = Object.keys(fieldNames).filter(isOrderField);
    otherFields = /* @__PURE__ */ new Set([
      "ARDOR",
      "CASPER",
      "MINA_PROTOCOL",
      "POLYX"
    ]);
    longestMemo = { STELLAR: 28, TON: 120 };
  }
});

// src/http/wire.ts
import * as z from "zod/mini";
function parseWire(schema, body2, what) {
  const result = z.safeParse(schema, body2);
  if (result.success) return result.data;
  const field = firstPath(result.error.issues);
  throw new SwaprouteError(
    "UPSTREAM_FAILED",
    `${what} cannot be used: ${field === "" ? "the answer" : field} is not as documented.`,
    { context: { fault: "malformed", field } }
  );
}
function firstPath(issues) {
  const issue = issues[0];
  if (issue === void 0) return "";
  const own = issue.path.map((part) => typeof part === "number" ? `[${part}]` : `.${String(part)}`).join("").replace(/^\./, "").replace(/[^\w.[\]-]/g, "").slice(0, 80);
  return own;
}
var maxUint256, wireUint, wireHexUint, wireDecimal, wireRatio, wireAddress, wireHex, wireHash;
var init_wire = __esm({
  "src/http/wire.ts"() {
    "use strict";
    init_errors();
    maxUint256 = (1n << 256n) - 1n;
    wireUint = z.pipe(
      z.union([z.string().check(z.regex(/^(?:0|[1-9][0-9]{0,77})$/)), z.int().check(z.nonnegative())]),
      z.pipe(
        z.transform((value) => BigInt(value)),
        z.bigint().check(z.maximum(maxUint256))
      )
    );
    wireHexUint = z.pipe(
      z.string().check(z.regex(/^0x[0-9a-fA-F]{1,64}$/)),
      z.transform((value) => BigInt(value))
    );
    wireDecimal = z.pipe(
      z.union([
        z.string().check(z.regex(/^[0-9]{1,60}(?:\.[0-9]{1,60})?$/)),
        z.int().check(z.nonnegative())
      ]),
      z.transform((value) => String(value))
    );
    wireRatio = z.pipe(
      z.union([
        z.string().check(z.regex(/^[0-9]{1,60}(?:\.[0-9]{1,60})?(?:[eE][+-]?[0-9]{1,3})?$/)),
        z.number().check(z.nonnegative())
      ]),
      z.transform((value) => String(value))
    );
    wireAddress = z.string().check(z.regex(/^0x[0-9a-fA-F]{40}$/));
    wireHex = z.string().check(z.regex(/^0x(?:[0-9a-fA-F]{2})*$/));
    wireHash = z.string().check(z.regex(/^0x[0-9a-fA-F]{64}$/));
  }
});

// src/providers/kits/deposit/state.ts
import * as z2 from "zod/mini";
function readOrderState(state) {
  const parsed = z2.safeParse(orderState, state);
  return parsed.success ? parsed.data : null;
}
function writeOrderState(order3) {
  return { ...order3, srcAmount: String(order3.srcAmount), dstAmount: String(order3.dstAmount) };
}
function toOrderToken({ blockchain, address: address2, decimals, native: native2 }) {
  return { blockchain, address: address2, decimals, native: native2 };
}
var tokenState, orderState;
var init_state = __esm({
  "src/providers/kits/deposit/state.ts"() {
    "use strict";
    init_blockchainIds();
    init_wire();
    tokenState = z2.object({
      blockchain: z2.enum(blockchainIds),
      address: z2.string(),
      decimals: z2.number(),
      native: z2.boolean()
    });
    orderState = z2.object({
      orderId: z2.string(),
      depositAddress: z2.string(),
      depositMemo: z2.nullable(z2.string()),
      receiver: z2.string(),
      refundAddress: z2.nullable(z2.string()),
      srcToken: tokenState,
      dstToken: tokenState,
      srcAmount: wireUint,
      dstAmount: wireUint,
      createdAtMs: z2.number(),
      expiresAtMs: z2.nullable(z2.number()),
      own: z2.record(z2.string(), z2.string())
    });
  }
});

// src/providers/kits/deposit/openOrder.ts
import { setTimeout as wait } from "node:timers/promises";
import * as z3 from "zod/mini";
async function sendOrder(provider4, request3, context) {
  let response;
  try {
    response = await context.http.send({
      method: "POST",
      ...request3,
      effect: "order",
      signal: context.signal
    });
  } catch (thrown) {
    if (!(thrown instanceof SwaprouteError) || !mayHaveArrived(thrown)) throw thrown;
    throw orderUnknown(provider4, null, thrown);
  }
  if (response.status >= 500) {
    throw orderUnknown(provider4, null, answerError(provider4, response.status, response.body));
  }
  return response;
}
function parseOrder(provider4, schema, body2) {
  const parsed = z3.safeParse(schema, body2);
  if (parsed.success) return parsed.data;
  throw orderUnknown(provider4, null, parsed.error);
}
async function readBack(provider4, orderId, look, context, pause) {
  for (const waitMs of [0, ...lookAgainMs]) {
    try {
      if (waitMs > 0) await pause(waitMs, context.signal);
      const seen = await look();
      if (seen !== null) return seen;
    } catch (cause) {
      throw orderUnknown(provider4, orderId, cause);
    }
  }
  throw orderUnknown(provider4, orderId, null);
}
function toBuiltOrder(provider4, order3, context) {
  const { quote, parties, views, orderId, depositAddress: depositAddress2, expiresAtMs } = order3;
  const { request: request3 } = quote;
  const { srcToken, dstToken, srcAmount } = request3;
  const depositMemo = order3.depositMemo === "" ? null : order3.depositMemo;
  compareOrder(provider4, request3, views);
  checkDepositAddress(provider4, request3, parties, depositAddress2);
  if (depositMemo !== null) {
    checkDepositMemo(provider4, srcToken.blockchain, depositMemo, order3.memoAsOutput);
  }
  if (expiresAtMs !== null && expiresAtMs <= context.now()) {
    throw unsafe("D7", provider4, "opened an order that has already expired", "expiresAt");
  }
  if (order3.dstAmount < quote.dstMinAmount) {
    throw priceMoved(provider4, quote.dstMinAmount, order3.dstAmount);
  }
  if (order3.dstMinAmount > order3.dstAmount) {
    throw unsafe("D3", provider4, "promises a minimum above the amount it expects", "dstAmount");
  }
  const name2 = order3.memoName === null || order3.memoName === "" ? null : order3.memoName;
  return {
    transaction: {
      kind: "deposit",
      depositAddress: depositAddress2,
      amountToSend: formatAmount(srcAmount, srcToken.decimals),
      exchangeId: orderId,
      extraFields: depositMemo === null ? null : { name: memoWord(name2, srcToken.blockchain), value: depositMemo },
      expiresAtMs
    },
    dstAmount: order3.dstAmount,
    dstMinAmount: order3.dstMinAmount,
    fees: quote.fees,
    orderId,
    uniqueInfo: order3.uniqueInfo,
    providerState: writeOrderState({
      orderId,
      depositAddress: depositAddress2,
      depositMemo,
      receiver: parties.receiver.address,
      refundAddress: parties.refund?.address ?? null,
      srcToken: toOrderToken(srcToken),
      dstToken: toOrderToken(dstToken),
      srcAmount,
      dstAmount: order3.dstAmount,
      createdAtMs: context.now(),
      expiresAtMs,
      own: order3.own ?? {}
    })
  };
}
function memoWord(name2, blockchain) {
  return chainById(blockchain).memo ?? (name2 === null ? "memo" : foreignReason(name2, 30));
}
function mayHaveArrived({ code, context }) {
  if (code !== "UPSTREAM_FAILED" && code !== "TIMED_OUT") return false;
  return context["sent"] !== false && !neverArrived.has(context["fault"]);
}
function orderUnknown({ name: name2 }, orderId, cause) {
  const said = cause instanceof SwaprouteError ? ` ${cause.message}` : "";
  const text4 = orderId === null ? `It is not known whether ${name2} opened the order.${said}` : `${name2} opened order ${orderId}, but it could not be read back.${said}`;
  return new SwaprouteError("OUTCOME_UNKNOWN", text4, {
    hint: "No address was shown, so nothing can have been paid; an unpaid order expires. Get a new quote.",
    context: { check: "D3", provider: name2, ...orderId === null ? {} : { orderId } },
    cause
  });
}
var realPause, wireOrderId, lookAgainMs, neverArrived;
var init_openOrder = __esm({
  "src/providers/kits/deposit/openOrder.ts"() {
    "use strict";
    init_amounts();
    init_chains2();
    init_errors();
    init_reason();
    init_errors2();
    init_order();
    init_state();
    realPause = (ms, signal) => wait(ms, void 0, { signal });
    wireOrderId = z3.string().check(z3.regex(/^[\w.:+=~@-]{1,200}$/));
    lookAgainMs = [300, 1e3, 2500];
    neverArrived = /* @__PURE__ */ new Set([
      "unreachable",
      "unresolved",
      "certificate",
      "breaker"
    ]);
  }
});

// src/providers/kits/deposit/coins.ts
function isContractOf({ blockchain, address: address2 }, told3) {
  const isCaseless = isEvmChain(chainById(blockchain));
  return isCaseless ? told3.toLowerCase() === address2.toLowerCase() : told3 === address2;
}
var init_coins = __esm({
  "src/providers/kits/deposit/coins.ts"() {
    "use strict";
    init_chains2();
    init_tokens2();
    init_blockchainIds();
  }
});

// src/evidence/hashes.ts
function isTransactionHash(blockchain, text4) {
  const chain = chainById(blockchain);
  if (isEvmChain(chain)) return /^0x[0-9a-fA-F]{64}$/.test(text4);
  if (chain.kind === "ton") return hex64.test(text4) || base64Word.test(text4);
  return (shapes[chain.kind] ?? hex64).test(text4);
}
var hex64, base58Word, base64Word, shapes;
var init_hashes = __esm({
  "src/evidence/hashes.ts"() {
    "use strict";
    init_chains2();
    hex64 = /^(?:0x)?[0-9a-fA-F]{64}$/;
    base58Word = /^[1-9A-HJ-NP-Za-km-z]{32,90}$/;
    base64Word = /^[A-Za-z0-9+/_-]{43}=?$/;
    shapes = {
      solana: base58Word,
      sui: base58Word,
      near: base58Word,
      algorand: /^[A-Z2-7]{52}$/,
      hedera: /^[0-9.]{5,30}[@-][0-9.@-]{5,40}$/,
      tezos: /^o[1-9A-HJ-NP-Za-km-z]{50}$/,
      waves: base58Word,
      multiversx: /^[0-9a-fA-F]{64}$/,
      // Also by position: block and index.
      polkadot: /^(?:(?:0x)?[0-9a-fA-F]{64}|\d{1,10}-\d{1,6})$/
    };
  }
});

// src/providers/kits/deposit/foreign.ts
function foreignOrderId({ orderId, srcTxHash, srcBlockchain }, shape) {
  if (orderId !== null) return orderId;
  if (srcTxHash === null || isTransactionHash(srcBlockchain, srcTxHash)) return null;
  return shape.test(srcTxHash) && !/^(?:0x)?[0-9a-fA-F]{64}$/.test(srcTxHash) ? srcTxHash : null;
}
function notFound(own = null) {
  return {
    status: "NOT_FOUND",
    destinationTxHash: null,
    ...own === null ? {} : { note: `The provider does not know order ${own.orderId} (any more).` }
  };
}
function toFacts(known5, more = {}) {
  if (known5 === null) return null;
  const { orderId, depositAddress: depositAddress2, depositMemo, receiver: receiver2, refundAddress, expiresAtMs } = known5;
  const { srcToken, dstToken, srcAmount, dstAmount } = known5;
  return {
    orderId,
    depositAddress: depositAddress2 === "" ? void 0 : depositAddress2,
    depositMemo,
    receiver: receiver2,
    receiverMemo: void 0,
    refundAddress,
    srcToken,
    dstToken,
    srcAmount,
    dstAmount,
    expiresAtMs,
    ...more
  };
}
var init_foreign = __esm({
  "src/providers/kits/deposit/foreign.ts"() {
    "use strict";
    init_hashes();
  }
});

// src/core/slippage.ts
function leastAccepted(expected, slippageBps, kind) {
  const bps = Math.min(slippageBps ?? defaultSlippageBps[kind], mostSlippageBps);
  const least2 = minimumAfterSlippage(expected, bps);
  return kind === "ton" ? inParts(least2, mostParts) : least2;
}
function inParts(least2, parts) {
  const hundredth = least2 / 100n;
  return least2 - least2 / 1000000n - (parts < hundredth ? parts : hundredth);
}
function slippageBetween(expected, least2) {
  if (expected <= 0n || least2 >= expected) return 0;
  return Number(((expected - least2) * 20000n + expected) / (2n * expected));
}
var defaultSlippageBps, mostSlippageBps, mostParts;
var init_slippage = __esm({
  "src/core/slippage.ts"() {
    "use strict";
    init_amounts();
    defaultSlippageBps = {
      /**
       * Pools of one EVM chain, read one block before the swap; no third party is paid from the
       * slippage.
       */
      pools: 50,
      /** A call that pays out on another chain: a swap before the bridge, then seconds to minutes. */
      bridge: 100,
      /** Pools on TON: a swap takes several blocks, one per contract. */
      ton: 100,
      /** An order that follows the market until its deposit is confirmed. */
      deposit: 100
    };
    mostSlippageBps = 1e3;
    mostParts = 16n;
  }
});

// src/providers/kits/deposit/offer.ts
function remainingSlippageBps(provider4, acceptedMin, expectedNow) {
  if (expectedNow < acceptedMin) throw priceMoved(provider4, acceptedMin, expectedNow);
  return Number((expectedNow - acceptedMin) * 10000n / expectedNow);
}
function toDepositQuote(offer) {
  const { provider: provider4, request: request3, dstAmount, guaranteed, durationSeconds } = offer;
  const { srcToken, dstToken, srcAmount } = request3;
  const wanted2 = request3.slippageBps ?? usualSlippageBps;
  const dstMinAmount = guaranteed ?? minimumAfterSlippage(dstAmount, wanted2);
  const kept2 = dstAmount === 0n ? 0 : Number((dstAmount - dstMinAmount) * 10000n / dstAmount);
  return {
    provider: provider4,
    swapType: "cross-chain",
    executionKind: "deposit",
    request: request3,
    dstAmount,
    dstMinAmount,
    slippageBps: guaranteed === null ? wanted2 : kept2,
    durationSeconds: Math.max(1, Math.ceil(durationSeconds)),
    priceImpactPercent: offer.priceImpactPercent ?? null,
    fees: {
      gas: null,
      protocolFixed: 0n,
      providerFixed: 0n,
      percent: offer.feePercent === void 0 ? null : { percent: offer.feePercent, token: srcToken }
    },
    spender: null,
    steps: [
      {
        type: "cross-chain",
        provider: provider4,
        from: { token: srcToken, amount: srcAmount },
        to: { token: dstToken, amount: dstAmount }
      }
    ],
    ...offer.limits === void 0 ? {} : { limits: offer.limits },
    ...offer.rateType === void 0 ? {} : { rateType: offer.rateType },
    expiresAtMs: offer.expiresAtMs ?? null,
    warnings: [],
    providerState: offer.providerState
  };
}
var usualSlippageBps;
var init_offer = __esm({
  "src/providers/kits/deposit/offer.ts"() {
    "use strict";
    init_amounts();
    init_slippage();
    init_errors2();
    usualSlippageBps = defaultSlippageBps.deposit;
  }
});

// src/core/addresses.ts
function isSameAddress(one2, other) {
  return one2.toLowerCase() === other.toLowerCase();
}
var init_addresses2 = __esm({
  "src/core/addresses.ts"() {
    "use strict";
  }
});

// src/http/nodeAnswers.ts
import { safeParse as safeParse4 } from "zod/mini";
function readAnswer(schema, value, blockchain, method) {
  const result = safeParse4(schema, value);
  if (result.success) return result.data;
  const field = (result.error.issues[0]?.path ?? []).join(".");
  throw unusable(blockchain, method, field === "" ? "is malformed" : `has a malformed ${field}`);
}
function resultOf(answer, blockchain, method) {
  if (answer === void 0) throw unusable(blockchain, method, "is missing");
  if (answer.ok) return answer.result;
  throw unusable(blockchain, method, `is the error "${foreignReason(answer.message)}"`);
}
function unusable(blockchain, method, what) {
  const message = `The answer of the ${blockchain} node to ${method} ${what}.`;
  return new SwaprouteError("CHAIN_UNAVAILABLE", message, {
    hint: `Try again, or set another RPC address with SWAPROUTE_RPC_${blockchain}.`,
    context: { blockchain, method }
  });
}
var init_nodeAnswers = __esm({
  "src/http/nodeAnswers.ts"() {
    "use strict";
    init_errors();
    init_reason();
  }
});

// src/evidence/evm.ts
import * as z4 from "zod/mini";
function createEvmReader({ rpc, signal, now }) {
  const memory = memories.get(rpc) ?? { receipts: /* @__PURE__ */ new Map(), transactions: /* @__PURE__ */ new Map() };
  memories.set(rpc, memory);
  const askAll = (blockchain, calls) => rpc.batch(blockchain, calls, { signal });
  const ask = async (blockchain, call3) => resultOf((await askAll(blockchain, [call3]))[0], blockchain, call3.method);
  const records = (kept2, method, parse) => {
    const recall = (blockchain, hash3, { recent: recent2 = false } = {}) => {
      const known5 = recent2 ? kept2.get(keyOf2(blockchain, hash3)) : void 0;
      return known5 === void 0 || now() - known5.atMs > recentMs ? null : known5.read;
    };
    const take = (blockchain, hash3, result) => {
      const read2 = result === null ? null : parse(result, blockchain);
      if (read2 !== null) requireSame(blockchain, hash3, read2.hash);
      kept2.delete(keyOf2(blockchain, hash3));
      if (kept2.size >= mostKept) kept2.clear();
      if (read2?.blockHash != null) kept2.set(keyOf2(blockchain, hash3), { read: read2, atMs: now() });
      return read2;
    };
    const read = async (blockchain, hash3, options = {}) => recall(blockchain, hash3, options) ?? take(blockchain, hash3, await ask(blockchain, { method, params: [hash3] }));
    return { recall, take, read };
  };
  const receipts = records(
    memory.receipts,
    receiptMethod,
    (result, blockchain) => storedReceipt(readAnswer(receiptWire, result, blockchain, receiptMethod))
  );
  const transactions = records(
    memory.transactions,
    transactionMethod,
    (result, blockchain) => readAnswer(transactionWire, result, blockchain, transactionMethod)
  );
  const readBesides = async (blockchain, hash3, options = {}) => {
    const known5 = transactions.recall(blockchain, hash3, options);
    if (known5 !== null) return known5;
    const [answer] = await askAll(blockchain, [{ method: transactionMethod, params: [hash3] }]);
    return answer?.ok === true ? transactions.take(blockchain, hash3, answer.result) : null;
  };
  return {
    readStoredReceipt: receipts.read,
    readTransaction: transactions.read,
    async readStored(blockchain, hash3, options = {}) {
      const known5 = transactions.recall(blockchain, hash3, options);
      if (known5 !== null) {
        return { receipt: await receipts.read(blockchain, hash3, options), transaction: known5 };
      }
      const [receipt, sent] = await askAll(blockchain, [
        { method: receiptMethod, params: [hash3] },
        { method: transactionMethod, params: [hash3] }
      ]);
      return {
        receipt: receipts.take(blockchain, hash3, resultOf(receipt, blockchain, receiptMethod)),
        transaction: transactions.take(
          blockchain,
          hash3,
          resultOf(sent, blockchain, transactionMethod)
        )
      };
    },
    async readReceipt(blockchain, hash3, options = {}) {
      const receipt = await receipts.read(blockchain, hash3, options);
      if (receipt === null) return null;
      const { succeeded, effectiveGasPrice, blockHash } = receipt;
      if (succeeded === null) throw unusable(blockchain, receiptMethod, "has a malformed status");
      const transaction2 = await readBesides(blockchain, hash3, options);
      const seen = transaction2?.blockHash;
      if (seen !== void 0 && !isSameAddress(seen ?? "", blockHash)) {
        throw unusable(blockchain, receiptMethod, "contradicts the transaction");
      }
      const price3 = effectiveGasPrice ?? transaction2?.gasPrice ?? null;
      if (price3 === null) throw unusable(blockchain, transactionMethod, "has no gas price");
      return { ...receipt, succeeded, effectiveGasPrice: price3 };
    },
    async readValue(blockchain, hash3) {
      return (await transactions.read(blockchain, hash3, { recent: true }))?.value ?? null;
    },
    async readNativeGain(blockchain, owner, blockNumber) {
      const method = "eth_getBalance";
      const answers = await askAll(
        blockchain,
        [blockNumber, blockNumber - 1n].map((at4) => ({ method, params: [owner, toHex2(at4)] }))
      );
      const [after, before] = answers.map(
        (answer) => answer.ok ? readAnswer(wireHexUint, answer.result, blockchain, method) : null
      );
      return after == null || before == null ? null : after - before;
    },
    async readBlockTime(blockchain, blockNumber) {
      const call3 = { method: "eth_getBlockByNumber", params: [toHex2(blockNumber), false] };
      const block = await ask(blockchain, call3);
      if (block === null) return null;
      const { timestamp } = readAnswer(blockWire, block, blockchain, call3.method);
      return Number(timestamp) * 1e3;
    }
  };
}
function keyOf2(blockchain, hash3) {
  return `${blockchain} ${hash3.toLowerCase()}`;
}
function storedReceipt(wire) {
  const { transactionHash, status, effectiveGasPrice = null, from, to, logs, ...rest } = wire;
  return {
    ...rest,
    hash: transactionHash.toLowerCase(),
    succeeded: outcomes.get(status) ?? null,
    from: toChecksumAddress(from),
    to: to == null ? null : toChecksumAddress(to),
    effectiveGasPrice,
    logs: logs.map((log) => ({ ...log, address: toChecksumAddress(log.address) }))
  };
}
function requireSame(blockchain, asked, told3) {
  if (isSameAddress(asked, told3)) return;
  throw new SwaprouteError(
    "CHAIN_UNAVAILABLE",
    `The ${blockchain} node returned a different transaction.`,
    { hint: "Ask again later; the transaction itself is not affected." }
  );
}
function toHex2(value) {
  return `0x${value.toString(16)}`;
}
var logWire, receiptWire, transactionWire, blockWire, receiptMethod, transactionMethod, recentMs, mostKept, memories, outcomes;
var init_evm2 = __esm({
  "src/evidence/evm.ts"() {
    "use strict";
    init_checksum();
    init_addresses2();
    init_errors();
    init_nodeAnswers();
    init_wire();
    logWire = z4.object({ address: wireAddress, topics: z4.array(wireHash), data: wireHex });
    receiptWire = z4.object({
      transactionHash: wireHash,
      status: z4.string().check(z4.regex(/^0x[0-9a-fA-F]{1,64}$/)),
      blockNumber: wireHexUint,
      blockHash: wireHash,
      from: wireAddress,
      to: z4.nullish(wireAddress),
      gasUsed: wireHexUint,
      // Absent on some chains without EIP-1559.
      effectiveGasPrice: z4.nullish(wireHexUint),
      logs: z4.array(logWire)
    });
    transactionWire = z4.object({
      hash: wireHash,
      // Null while pending.
      blockHash: z4.nullish(wireHash),
      from: wireAddress,
      to: z4.nullish(wireAddress),
      input: wireHex,
      value: wireHexUint,
      gasPrice: z4.nullish(wireHexUint)
    });
    blockWire = z4.object({ timestamp: wireHexUint });
    receiptMethod = "eth_getTransactionReceipt";
    transactionMethod = "eth_getTransactionByHash";
    recentMs = 5e3;
    mostKept = 500;
    memories = /* @__PURE__ */ new WeakMap();
    outcomes = /* @__PURE__ */ new Map([
      ["0x0", false],
      ["0x1", true]
    ]);
  }
});

// src/evidence/expected.ts
function unseen(why) {
  return { kind: "unseen", why };
}
function isTooEarly(atMs, { notBeforeMs }) {
  return atMs !== null && notBeforeMs !== null && atMs < notBeforeMs - clockSlackMs;
}
function isNear(amount, agreed) {
  return amount > 0n && 3n * amount >= agreed && amount <= 3n * agreed;
}
var clockSlackMs, notPaid;
var init_expected = __esm({
  "src/evidence/expected.ts"() {
    "use strict";
    clockSlackMs = 10 * 6e4;
    notPaid = unseen("that transaction does not pay it to the address");
  }
});

// src/evidence/logs.ts
function tokenGain(logs, token2, account2) {
  let gain = 0n;
  for (const log of logs) {
    if (!isSameAddress(log.address, token2)) continue;
    const [topic, first2, second] = log.topics;
    if (topic === topics.transfer && log.topics.length === 3) {
      if (isAccount(second, account2)) gain += amountOf(log);
      if (isAccount(first2, account2)) gain -= amountOf(log);
    }
    if (topic === topics.deposit && isAccount(first2, account2)) gain += amountOf(log);
    if (topic === topics.withdrawal && isAccount(first2, account2)) gain -= amountOf(log);
  }
  return gain;
}
function unwrapped(logs, wrappedNative) {
  return wrappedNative === null ? null : sumOf(eventsOf(logs, wrappedNative, topics.withdrawal));
}
function tokensSentTo(logs, token2, account2) {
  const sent = eventsOf(logs, token2, topics.transfer).filter(
    (log) => isAccount(log.topics[2], account2)
  );
  const wrapped = eventsOf(logs, token2, topics.deposit).filter(
    (log) => isAccount(log.topics[1], account2)
  );
  return sumOf(sent) ?? sumOf(wrapped);
}
function unwrappedBy(logs, wrappedNative, account2) {
  const withdrawn = eventsOf(logs, wrappedNative, topics.withdrawal);
  const burned = eventsOf(logs, wrappedNative, topics.transfer).filter(
    ({ topics: [, , to = "0x"] }) => /^0x0+$/.test(to)
  );
  const isOwn = ({ topics: [, owner] }) => isAccount(owner, account2);
  return sumOf(withdrawn.filter(isOwn)) ?? sumOf(burned.filter(isOwn));
}
function eventsOf(logs, token2, topic) {
  return logs.filter(
    (log) => isSameAddress(log.address, token2) && log.topics[0] === topic && isNumber.test(log.data)
  );
}
function sumOf(logs) {
  if (logs.length === 0) return null;
  return logs.reduce((total, log) => total + amountOf(log), 0n);
}
function isAccount(topic, account2) {
  if (topic === void 0 || account2 === zeroAddress) return false;
  return topic.toLowerCase() === `0x${account2.slice(2).toLowerCase().padStart(64, "0")}`;
}
function amountOf({ data }) {
  return isNumber.test(data) ? BigInt(data) : 0n;
}
var topics, isNumber;
var init_logs = __esm({
  "src/evidence/logs.ts"() {
    "use strict";
    init_addresses2();
    init_token();
    topics = {
      /** Transfer(address indexed from, address indexed to, uint256 value) */
      transfer: "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef",
      /** Deposit(address indexed dst, uint256 wad) */
      deposit: "0xe1fffcc4923d04b559f4d29a8bfc6cda04eb5b0d3c460751c2402c5c5cc9109c",
      /** Withdrawal(address indexed src, uint256 wad) */
      withdrawal: "0x7fcf532c15f0a6db0bd6d0e038bea71d30d808c7d98cb3bf7268a95bf5081b65"
    };
    isNumber = /^0x[0-9a-fA-F]{64}$/;
  }
});

// src/chains/ton/address.ts
function toRawTonAddress(text4) {
  const address2 = parseTonAddress(text4);
  if (address2 === null || address2.testOnly) return null;
  return `${address2.workchain}:${toHex(address2.hash)}`;
}
function showTonAddress(raw2, form) {
  const address2 = parseTonAddress(raw2);
  if (address2 === null) throw new RangeError("not a TON address");
  return formatTonAddress({ ...address2, testOnly: false }, form === "contract");
}
function isSameTonAddress(a, b) {
  const raw2 = toRawTonAddress(a);
  return raw2 !== null && raw2 === toRawTonAddress(b);
}
var init_address = __esm({
  "src/chains/ton/address.ts"() {
    "use strict";
    init_codecs();
    init_ton();
  }
});

// src/chains/ton/cell.ts
import { createHash } from "node:crypto";
function makeCell(data, bits, refs, exotic = false) {
  if (bits < 0 || bits > maxBits || data.length !== Math.ceil(bits / 8)) {
    throw new RangeError("a cell has at most 1023 bits");
  }
  if (refs.length > maxRefs) throw new RangeError("a cell has at most four references");
  if (exotic && (bits !== 264 || data[0] !== libraryType || refs.length > 0)) {
    throw new RangeError("a proof cell");
  }
  const depth = refs.length === 0 ? 0 : 1 + Math.max(...refs.map((ref) => ref.depth));
  if (depth > maxDepth) throw new RangeError("a cell is too deep");
  return { data, bits, refs, exotic, hash: hashOf(data, bits, refs, exotic), depth };
}
function descriptors(bits, refs, exotic) {
  return [refs + (exotic ? 8 : 0), Math.floor(bits / 8) + Math.ceil(bits / 8)];
}
function withCompletionTag(data, bits) {
  if (bits % 8 === 0) return data;
  const tagged = Uint8Array.from(data);
  const last = tagged.length - 1;
  tagged[last] = (tagged[last] ?? 0) | 128 >> bits % 8;
  return tagged;
}
function hashOf(data, bits, refs, exotic) {
  const sha = createHash("sha256");
  sha.update(Uint8Array.from(descriptors(bits, refs.length, exotic)));
  sha.update(withCompletionTag(data, bits));
  for (const { depth } of refs) sha.update(Uint8Array.of(depth >> 8, depth & 255));
  for (const { hash: hash3 } of refs) sha.update(Buffer.from(hash3, "hex"));
  return sha.digest("hex");
}
var maxBits, maxRefs, maxDepth, libraryType;
var init_cell = __esm({
  "src/chains/ton/cell.ts"() {
    "use strict";
    maxBits = 1023;
    maxRefs = 4;
    maxDepth = 1024;
    libraryType = 2;
  }
});

// src/chains/ton/boc.ts
function readBoc(text4) {
  if (!/^[A-Za-z0-9+/_-]+={0,2}$/.test(text4)) throw new RangeError("not base64");
  return readBocBytes(Buffer.from(text4, "base64"));
}
function readBocBytes(bytes) {
  if (bytes.length < 10 || bytes.readUInt32BE(0) !== bocMagic)
    throw new RangeError("not a bag of cells");
  const flags = bytes.readUInt8(4);
  const [hasIndex, hasChecksum] = [(flags & 128) !== 0, (flags & 64) !== 0];
  const size = flags & 7;
  const offsetSize = bytes.readUInt8(5);
  const isKnown = (flags & 24) === 0 && size >= 1 && size <= 4 && offsetSize >= 1 && offsetSize <= 6;
  if (!isKnown) throw new RangeError("an unknown kind of bag");
  let at4 = 6;
  const take = (length) => {
    at4 += length;
    return bytes.readUIntBE(at4 - length, length);
  };
  const [count, roots, absent] = [take(size), take(size), take(size)];
  const dataSize = take(offsetSize);
  if (roots !== 1 || absent !== 0 || count < 1 || count > maxCells) {
    throw new RangeError("a bag with a wrong number of roots or too many cells");
  }
  const root = take(size);
  if (hasIndex) at4 += count * offsetSize;
  const end = at4 + dataSize;
  if (bytes.length !== end + (hasChecksum ? 4 : 0)) throw new RangeError("a bag of a wrong length");
  if (hasChecksum && crc32c(bytes.subarray(0, end)) !== bytes.readUInt32LE(end)) {
    throw new RangeError("a bag with a wrong checksum");
  }
  return buildCells(readRecords(bytes.subarray(at4, end), count, size), root);
}
function readRecords(bytes, count, size) {
  const records = [];
  let at4 = 0;
  for (let index = 0; index < count; index += 1) {
    const first2 = bytes.readUInt8(at4);
    const second = bytes.readUInt8(at4 + 1);
    at4 += 2;
    const refCount = first2 & 7;
    const level = first2 >> 5;
    if (refCount > 4 || level !== 0) throw new RangeError("a proof cell");
    if ((first2 & 16) !== 0) at4 += 34;
    const length = Math.ceil(second / 2);
    const raw2 = bytes.subarray(at4, at4 + length);
    if (raw2.length !== length) throw new RangeError("a bag that ends too early");
    at4 += length;
    const refs = [];
    for (let ref = 0; ref < refCount; ref += 1) {
      const target = bytes.readUIntBE(at4, size);
      at4 += size;
      if (target <= index || target >= count) throw new RangeError("a backward reference");
      refs.push(target);
    }
    records.push({ ...withoutCompletionTag(raw2, second), refs, exotic: (first2 & 8) !== 0 });
  }
  if (at4 !== bytes.length) throw new RangeError("a bag of a wrong length");
  return records;
}
function withoutCompletionTag(raw2, descriptor) {
  const data = Uint8Array.from(raw2);
  if (descriptor % 2 === 0) return { data, bits: data.length * 8 };
  const last = data.length - 1;
  const byte = data[last] ?? 0;
  if (byte === 0) throw new RangeError("a cell without its end");
  const padding = 32 - Math.clz32(byte & -byte);
  data[last] = byte & byte - 1;
  const bits = data.length * 8 - padding;
  return { data: data.slice(0, Math.ceil(bits / 8)), bits };
}
function buildCells(records, root) {
  const cells = [];
  for (let index = records.length - 1; index >= 0; index -= 1) {
    const record3 = records[index];
    if (record3 === void 0) throw new RangeError("a missing cell");
    const refs = record3.refs.map((ref) => {
      const cell2 = cells[ref];
      if (cell2 === void 0) throw new RangeError("a missing cell");
      return cell2;
    });
    cells[index] = makeCell(record3.data, record3.bits, refs, record3.exotic);
  }
  const cell = cells[root];
  if (cell === void 0) throw new RangeError("a missing root");
  return cell;
}
function crc32c(bytes) {
  let crc = 4294967295;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) {
      crc = (crc & 1) === 0 ? crc >>> 1 : crc >>> 1 ^ 2197175160;
    }
  }
  return (crc ^ 4294967295) >>> 0;
}
var bocMagic, maxCells;
var init_boc = __esm({
  "src/chains/ton/boc.ts"() {
    "use strict";
    init_cell();
    bocMagic = 3052313714;
    maxCells = 16384;
  }
});

// src/chains/ton/derive.ts
function cellOfBits(bits, refs = []) {
  const bytes = bits.match(/.{1,8}/g) ?? [];
  const data = Uint8Array.from(bytes, (byte) => Number.parseInt(byte.padEnd(8, "0"), 2));
  return makeCell(data, bits.length, refs);
}
function uintBits(value, bits) {
  const digits2 = value.toString(2);
  if (value < 0 || digits2.length > bits) throw new RangeError("a number that is too long");
  return digits2.padStart(bits, "0");
}
function addressBits(raw2) {
  const [, workchain, hash3] = /^(0|-1):([0-9a-f]{64})$/.exec(raw2) ?? [];
  if (hash3 === void 0) throw new RangeError("not a raw address");
  return `100${uintBits(workchain === "0" ? 0 : 255, 8)}${uintBits(BigInt(`0x${hash3}`), 256)}`;
}
function addressOfContract(code, data) {
  return `0:${cellOfBits("00110", [code, data]).hash}`;
}
var init_derive = __esm({
  "src/chains/ton/derive.ts"() {
    "use strict";
    init_cell();
  }
});

// src/chains/ton/reader.ts
function readCell(cell) {
  if (cell.exotic) throw new RangeError("a library cell has no content of its own");
  let position = 0;
  let refIndex = 0;
  const bit = () => {
    if (position >= cell.bits) throw new RangeError("past the end of a cell");
    const byte = cell.data[position >> 3] ?? 0;
    const found = (byte & 128 >> (position & 7)) !== 0;
    position += 1;
    return found;
  };
  const big = (bits) => {
    if (bits > cell.bits - position) throw new RangeError("past the end of a cell");
    let value = 0n;
    let left = bits;
    while (left > 0) {
      const inByte = Math.min(left, 8 - (position & 7));
      const byte = cell.data[position >> 3] ?? 0;
      const part = byte >> 8 - (position & 7) - inByte & (1 << inByte) - 1;
      value = value << BigInt(inByte) | BigInt(part);
      position += inByte;
      left -= inByte;
    }
    return value;
  };
  const uint = (bits) => Number(big(bits));
  const int8 = (bits) => Number(BigInt.asIntN(bits, big(bits)));
  const hex = (bytes) => bytes === 0 ? "" : big(bytes * 8).toString(16).padStart(bytes * 2, "0");
  const varUint = (maxBytes) => {
    const length = uint(32 - Math.clz32(maxBytes - 1));
    if (length >= maxBytes) throw new RangeError("a number that is too long");
    return big(length * 8);
  };
  const addressOf2 = (kind) => {
    if (kind === 0) return null;
    if (kind !== 2 || bit()) throw new RangeError("an address of a form that is not used");
    const workchain = int8(8);
    if (workchain !== 0 && workchain !== -1) throw new RangeError("an address in no workchain");
    return `${workchain}:${hex(32)}`;
  };
  const address2 = () => addressOf2(uint(2));
  const headAddress = () => {
    const kind = uint(2);
    if (kind !== 1) return addressOf2(kind);
    big(uint(9));
    return null;
  };
  const ref = () => {
    const found = cell.refs[refIndex];
    if (found === void 0) throw new RangeError("a missing reference");
    refIndex += 1;
    return found;
  };
  const rest = () => {
    const bits = cell.bits - position;
    const data = new Uint8Array(Math.ceil(bits / 8));
    for (let index = 0; index < data.length; index += 1) {
      const width2 = Math.min(8, bits - index * 8);
      data[index] = uint(width2) << 8 - width2;
    }
    const refs = cell.refs.slice(refIndex);
    refIndex = cell.refs.length;
    return makeCell(data, bits, refs);
  };
  return {
    get bitsLeft() {
      return cell.bits - position;
    },
    get refsLeft() {
      return cell.refs.length - refIndex;
    },
    bit,
    uint,
    int: int8,
    big,
    hex,
    bytes: (count) => Uint8Array.from(Buffer.from(hex(count), "hex")),
    coins: () => varUint(16),
    varUint,
    address: address2,
    headAddress,
    ref,
    maybeRef: () => bit() ? ref() : null,
    eitherRef: () => bit() ? ref() : rest(),
    rest,
    end: () => {
      if (position !== cell.bits || refIndex !== cell.refs.length) {
        throw new RangeError("more in a cell than expected");
      }
    }
  };
}
var init_reader = __esm({
  "src/chains/ton/reader.ts"() {
    "use strict";
    init_cell();
  }
});

// src/chains/ton/writeBoc.ts
function writeBoc(root) {
  const order3 = sortCells(root);
  const indexes = new Map(order3.map((cell, index) => [cell.hash, index]));
  const size = order3.length < 256 ? 1 : 2;
  const parts = order3.map((cell) => {
    const refs = Buffer.alloc(cell.refs.length * size);
    cell.refs.forEach(({ hash: hash3 }, place) => {
      refs.writeUIntBE(indexes.get(hash3) ?? 0, place * size, size);
    });
    const head = Uint8Array.from(descriptors(cell.bits, cell.refs.length, cell.exotic));
    return Buffer.concat([head, withCompletionTag(cell.data, cell.bits), refs]);
  });
  const data = Buffer.concat(parts);
  const offsetSize = data.length < 256 ? 1 : data.length < 65536 ? 2 : 3;
  const header = Buffer.alloc(6 + 3 * size + offsetSize + size);
  header.writeUInt32BE(bocMagic, 0);
  header.writeUInt8(64 | size, 4);
  header.writeUInt8(offsetSize, 5);
  header.writeUIntBE(order3.length, 6, size);
  header.writeUIntBE(1, 6 + size, size);
  header.writeUIntBE(data.length, 6 + 3 * size, offsetSize);
  const body2 = Buffer.concat([header, data]);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32LE(crc32c(body2));
  return Buffer.concat([body2, checksum]).toString("base64");
}
function sortCells(root) {
  const seen = /* @__PURE__ */ new Set();
  const finished = [];
  const visit = (cell) => {
    if (seen.has(cell.hash)) return;
    seen.add(cell.hash);
    for (const ref of cell.refs) visit(ref);
    finished.push(cell);
  };
  visit(root);
  return finished.reverse();
}
var init_writeBoc = __esm({
  "src/chains/ton/writeBoc.ts"() {
    "use strict";
    init_boc();
    init_cell();
  }
});

// src/chains/ton/jettons.ts
function readJettonTransfer(body2) {
  if (body2.exotic || body2.bits < 32) return null;
  const reader = readCell(body2);
  if (reader.uint(32) !== jettonOps.transfer) return null;
  const queryId = reader.big(64);
  const amount = reader.coins();
  const destination = reader.address();
  if (destination === null) throw new RangeError("a transfer without a destination");
  const responseDestination = reader.address();
  const hasCustomPayload = reader.maybeRef() !== null;
  const forwardAmount = reader.coins();
  const forwardPayload = reader.eitherRef();
  reader.end();
  return {
    queryId,
    amount,
    destination,
    responseDestination,
    hasCustomPayload,
    forwardAmount,
    forwardPayload
  };
}
function readInternalTransfer(body2) {
  if (body2 === null) return null;
  try {
    const reader = readCell(readBoc(body2));
    if (reader.uint(32) !== jettonOps.internalTransfer) return null;
    reader.big(64);
    return { amount: reader.coins(), from: reader.address() };
  } catch (thrown) {
    if (thrown instanceof RangeError) return null;
    throw thrown;
  }
}
function addressSlice(raw2) {
  return writeBoc(cellOfBits(addressBits(raw2)));
}
function readAddressSlice(boc) {
  try {
    return readCell(readBoc(boc)).address();
  } catch (thrown) {
    if (thrown instanceof RangeError) return null;
    throw thrown;
  }
}
var jettonOps;
var init_jettons = __esm({
  "src/chains/ton/jettons.ts"() {
    "use strict";
    init_boc();
    init_derive();
    init_reader();
    init_writeBoc();
    jettonOps = {
      /** From the owner to the owner's jetton wallet. */
      transfer: 260734629,
      /** Jetton wallet to the receiver's jetton wallet. */
      internalTransfer: 395134233,
      /** Jetton wallet to its owner: this amount has arrived. */
      transferNotification: 1935855772,
      /** The rest of the fees, to the address the transfer names. */
      excesses: 3576854235,
      burn: 1499400124
    };
  }
});

// src/chains/ton/proxyTon.ts
function ptonWalletCode() {
  return makeCell(Buffer.from(`02${walletLibrary}`, "hex"), 264, [], true);
}
function ptonWalletOf(owner) {
  const data = cellOfBits(`0000${addressBits(owner)}${addressBits(ptonMaster)}`);
  return addressOfContract(ptonWalletCode(), data);
}
function readTonTransferAmount(body2) {
  if (body2 === null) return null;
  try {
    const reader = readCell(readBoc(body2));
    if (reader.bitsLeft < 32 || reader.uint(32) !== tonTransferOp) return null;
    reader.big(64);
    return reader.coins();
  } catch (thrown) {
    if (thrown instanceof RangeError) return null;
    throw thrown;
  }
}
var tonTransferOp, ptonMaster, walletLibrary;
var init_proxyTon = __esm({
  "src/chains/ton/proxyTon.ts"() {
    "use strict";
    init_boc();
    init_cell();
    init_derive();
    init_reader();
    tonTransferOp = 32736093;
    ptonMaster = "0:671963027f7f85659ab55b821671688601cdcf1ee674fc7fbbb1a776a18d34a3";
    walletLibrary = "cd88e6f3c2a9cf01bb003a2837ec0d92c19685ed1dbfffd94a545dcfdf0a14d9";
  }
});

// src/core/tonHash.ts
function readTonHash(text4) {
  if (/^[0-9a-fA-F]{64}$/.test(text4)) return { hex: text4.toLowerCase(), spelling: "hex" };
  if (!/^[A-Za-z0-9+/]{43}=?$/.test(text4) && !/^[A-Za-z0-9_-]{43}=?$/.test(text4)) return null;
  const bytes = Buffer.from(text4, "base64");
  if (bytes.toString("base64url") !== text4.replace(/=$/, "").replace(/\+/g, "-").replace(/\//g, "_")) {
    return null;
  }
  return { hex: bytes.toString("hex"), spelling: /[_-]/.test(text4) ? "base64url" : "base64" };
}
var init_tonHash = __esm({
  "src/core/tonHash.ts"() {
    "use strict";
  }
});

// src/evidence/ton.ts
function tonHashIn(text4) {
  return readTonHash(text4.replace(/^0x(?=[0-9a-f]{64}$)/i, ""))?.hex ?? null;
}
function happened({ transactions }) {
  return { transactions: transactions.filter(({ emulated }) => !emulated) };
}
async function gainsOf({ readJettonWallet }, trace, { native: native2, address: address2 }, owner) {
  const raw2 = toRawTonAddress(owner);
  if (raw2 === null) return [];
  const jettonWallet = native2 ? null : await readJettonWallet(address2, raw2);
  return gainsIn(trace, { owner: raw2, jettonWallet });
}
function gainsIn(trace, { owner, jettonWallet }) {
  return jettonWallet === null ? coinGains(trace, owner) : jettonGains(trace, jettonWallet);
}
function jettonGains({ transactions }, wallet) {
  return gains(
    transactions.filter((transaction2) => transaction2.account === wallet && takesJettons(transaction2)).map((transaction2) => ({
      amount: readInternalTransfer(transaction2.inMessage?.body ?? null)?.amount ?? 0n,
      transaction: transaction2
    }))
  );
}
function coinGains(trace, account2) {
  const jettonWallets = new Set(
    trace.transactions.filter(takesJettons).map(({ account: own }) => own)
  );
  const isPayment = ({ message: { bounced, opcode, source } }) => {
    const isNews = opcode === jettonOps.transferNotification && jettonWallets.has(source ?? "");
    return !bounced && opcode !== jettonOps.excesses && !isNews;
  };
  return gains(
    incoming(trace, account2).filter(isPayment).map(({ message, transaction: transaction2 }) => ({ amount: paidIn(message), transaction: transaction2 }))
  );
}
function allCoins(trace, account2) {
  return gains(
    incoming(trace, account2).map(({ message, transaction: transaction2 }) => ({
      amount: message.value,
      transaction: transaction2
    }))
  );
}
function sumOf2(list) {
  return list.reduce((sum, { amount }) => sum + amount, 0n);
}
function gains(list) {
  return list.filter(({ amount }) => amount > 0n);
}
function takesJettons({ inMessage, compute, aborted }) {
  const isTransfer = inMessage?.opcode === jettonOps.internalTransfer && !inMessage.bounced;
  return isTransfer && compute?.success === true && !aborted;
}
function incoming({ transactions }, account2) {
  return transactions.flatMap((transaction2) => {
    const { inMessage: message } = transaction2;
    const came = transaction2.account === account2 && message !== null && message.source !== null;
    return came && !handsBack(transaction2) ? [{ message, transaction: transaction2 }] : [];
  });
}
function paidIn({ value, body: body2 }) {
  const said = readTonTransferAmount(body2);
  return said !== null && said < value ? said : value;
}
function handsBack({ aborted, outMessages }) {
  return aborted && outMessages.some(({ bounced }) => bounced);
}
var init_ton2 = __esm({
  "src/evidence/ton.ts"() {
    "use strict";
    init_address();
    init_jettons();
    init_proxyTon();
    init_tonHash();
  }
});

// src/evidence/tonContracts.ts
async function readMethod(contract, method, args, { ton: ton3, signal }) {
  const answers = kept.get(ton3) ?? /* @__PURE__ */ new Map();
  kept.set(ton3, answers);
  const key = JSON.stringify([contract, method, args]);
  const known5 = answers.get(key);
  if (known5 !== void 0) return known5;
  const answer = await ton3.runGetMethod(contract, method, args, { signal });
  if (answers.size >= mostKept2) answers.clear();
  answers.set(key, answer);
  return answer;
}
async function derivedAddress(contract, method, args, context) {
  const [item] = await readMethod(contract, method, args, context);
  const address2 = item !== void 0 && "boc" in item ? readAddressSlice(item.boc) : null;
  if (address2 !== null) return address2;
  throw new SwaprouteError(
    "CHAIN_UNAVAILABLE",
    `TON returned no address for ${method} of ${contract}.`,
    {
      context: { blockchain: "TON", contract, method }
    }
  );
}
function jettonWalletOf(master, owner, context) {
  const slice = { type: "slice", boc: addressSlice(owner) };
  return derivedAddress(master, "get_wallet_address", [slice], context);
}
async function readOwnWord(contract, method, context) {
  try {
    return await readMethod(contract, method, [], context);
  } catch (thrown) {
    if (thrown instanceof SwaprouteError && thrown.code === "UPSTREAM_REFUSED") return [];
    throw thrown;
  }
}
var kept, mostKept2;
var init_tonContracts = __esm({
  "src/evidence/tonContracts.ts"() {
    "use strict";
    init_jettons();
    init_errors();
    kept = /* @__PURE__ */ new WeakMap();
    mostKept2 = 2e3;
  }
});

// src/evidence/tonTraces.ts
async function readTrace({ ton: ton3, signal, now }, of, { recent: recent2 = false } = {}) {
  const wanted2 = "messageHash" in of ? of.messageHash : of.transactionHash;
  const kept2 = memories2.get(ton3) ?? [];
  const known5 = kept2.findLast(({ trace: trace2 }) => includes(trace2, wanted2));
  if (recent2 && known5 !== void 0 && now() - known5.atMs <= lifeOf(known5.trace)) return known5.trace;
  const trace = await ton3.trace(of, { signal });
  const others = kept2.filter((one2) => !includes(one2.trace, wanted2)).slice(1 - mostKept3);
  memories2.set(ton3, trace === null ? others : [...others, { trace, atMs: now() }]);
  return trace;
}
function isAbout({ hash: hash3, inMessage }, wanted2) {
  return [hash3, inMessage?.hash, inMessage?.normalizedHash].includes(wanted2);
}
function hasEnded({ complete, transactions }) {
  return complete && transactions.every(({ emulated }) => !emulated);
}
function includes({ transactions }, wanted2) {
  return transactions.some((one2) => isAbout(one2, wanted2));
}
function lifeOf(trace) {
  return hasEnded(trace) ? recentMs2 : openMs;
}
var recentMs2, openMs, mostKept3, memories2;
var init_tonTraces = __esm({
  "src/evidence/tonTraces.ts"() {
    "use strict";
    recentMs2 = 5e3;
    openMs = 1e3;
    mostKept3 = 50;
    memories2 = /* @__PURE__ */ new WeakMap();
  }
});

// src/evidence/tonArrival.ts
var tonArrival_exports = {};
__export(tonArrival_exports, {
  findTonArrival: () => findTonArrival
});
async function findTonArrival(text4, arrival, sources) {
  const hash3 = tonHashIn(text4);
  if (hash3 === null || !sources.ton.has())
    return unseen("no address of a TON node is known to confirm it");
  const trace = await readTrace(sources, { transactionHash: hash3 }, { recent: true }) ?? await readTrace(sources, { messageHash: hash3 });
  if (trace === null) return unseen("TON does not show it yet");
  const firstAt = Math.min(...trace.transactions.map(({ atSeconds }) => atSeconds));
  if (isTooEarly(firstAt * 1e3, arrival)) return unseen("that transaction is older than the order");
  const { token: token2, to } = arrival;
  const reader = {
    readJettonWallet: (master, owner) => jettonWalletOf(master, owner, sources)
  };
  const amount = sumOf2(await gainsOf(reader, happened(trace), token2, to));
  return amount > 0n ? { kind: "paid", amount } : notPaid;
}
var init_tonArrival = __esm({
  "src/evidence/tonArrival.ts"() {
    "use strict";
    init_expected();
    init_ton2();
    init_tonContracts();
    init_tonTraces();
  }
});

// src/evidence/arrival.ts
async function paidTo(reader, receipt, due) {
  const { token: token2, owner, claimed, fits } = due;
  if (token2.native) return await nativePayout(reader, receipt, due);
  const amount = tokenGain(receipt.logs, token2.address, owner) - claimed;
  return fits(amount) ? { source: "receipt", amount } : null;
}
async function nativePayout(reader, receipt, { token: { blockchain }, owner, before, claimed, wrapped, fits }) {
  const rest = (amount) => amount !== null && fits(amount - claimed) ? amount - claimed : null;
  if (isTransferTo(owner, receipt)) {
    const value = rest(await reader.readValue(blockchain, receipt.hash));
    if (value !== null) return { source: "receipt", amount: value };
  }
  const gain = await reader.readNativeGain(blockchain, owner, receipt.blockNumber);
  if (gain !== null || before === null) {
    const amount = rest(gain);
    return amount === null ? null : { source: "balance", amount };
  }
  const [after] = await reader.readBalances?.(blockchain, owner, [zeroAddress]) ?? [];
  const change = rest(after === void 0 ? null : after - before);
  if (change === null) return null;
  const told3 = rest(unwrapped(receipt.logs, wrapped));
  return told3 === null ? { source: "balance", amount: change } : { source: "receipt", amount: told3 };
}
function isTransferTo(owner, { from, to }) {
  const account2 = owner.toLowerCase();
  return to?.toLowerCase() === account2 && from.toLowerCase() !== account2;
}
async function findArrival(hash3, arrival, sources) {
  const { token: token2, to } = arrival;
  const { blockchain } = token2;
  const chain = chainById(blockchain);
  if (chain.kind === "ton") {
    const { findTonArrival: findTonArrival2 } = await Promise.resolve().then(() => (init_tonArrival(), tonArrival_exports));
    return await findTonArrival2(hash3, arrival, sources);
  }
  if (!isEvmChain(chain)) return { kind: "unreadable" };
  if (!sources.rpc.has(blockchain)) {
    return unseen(`no RPC address is known for ${blockchain} to confirm it`);
  }
  const reader = createEvmReader(sources);
  const receipt = await reader.readStoredReceipt(blockchain, hash3, { recent: true });
  if (receipt === null) return unseen(`${blockchain} does not show it yet`);
  if (!receipt.succeeded) return unseen(`that transaction failed on ${blockchain}`);
  const atMs = await reader.readBlockTime(blockchain, receipt.blockNumber);
  if (isTooEarly(atMs, arrival)) return unseen("that transaction is older than the order");
  const fits = (amount) => amount > 0n;
  const due = { token: token2, owner: to, before: null, claimed: 0n, wrapped: null, fits };
  const paid = await paidTo(reader, receipt, due);
  return paid === null ? notPaid : { kind: "paid", amount: paid.amount };
}
async function readPayment(blockchain, hash3, sources) {
  const readable = isEvmChain(chainById(blockchain)) && sources.rpc.has(blockchain);
  if (!readable || !isTransactionHash(blockchain, hash3)) return "unreadable";
  const receipt = await createEvmReader(sources).readStoredReceipt(blockchain, hash3, {
    recent: true
  });
  if (receipt === null || receipt.succeeded === null) return "missing";
  return receipt.succeeded ? "confirmed" : "failed";
}
var init_arrival = __esm({
  "src/evidence/arrival.ts"() {
    "use strict";
    init_chains2();
    init_token();
    init_evm2();
    init_expected();
    init_hashes();
    init_logs();
  }
});

// src/core/decimals.ts
import { BigNumber } from "bignumber.js";
function toUnits(value, places, rounding) {
  return BigInt(value.shiftedBy(places).integerValue(modes[rounding]).toFixed());
}
function toRoundNumber(value, places) {
  return value.decimalPlaces(places, BigNumber.ROUND_HALF_UP).toNumber();
}
var Decimal, modes;
var init_decimals = __esm({
  "src/core/decimals.ts"() {
    "use strict";
    Decimal = BigNumber.clone({
      EXPONENTIAL_AT: 1e9,
      ROUNDING_MODE: BigNumber.ROUND_DOWN
    });
    modes = { down: BigNumber.ROUND_DOWN, up: BigNumber.ROUND_UP };
  }
});

// src/providers/kits/deposit/money.ts
import * as z5 from "zod/mini";
function readAmount(form, amount, token2, rounding) {
  return toUnits(new Decimal(String(amount)), token2.decimals - digitsOf(form, token2), rounding);
}
function writeAmount(form, amount, token2) {
  const { decimals } = token2;
  if (form === "number" || form === "text") return formatAmount(amount, decimals);
  return String(toUnits(new Decimal(String(amount)), digitsOf(form, token2) - decimals, "down"));
}
function digitsOf(form, { decimals }) {
  return form === "units" ? decimals : typeof form === "object" ? form.digits : 0;
}
function amountText(amount, { blockchain, address: address2, decimals }) {
  const wanted2 = address2.toLowerCase();
  const listed2 = builtInTokens(blockchain).find((token2) => token2.address.toLowerCase() === wanted2);
  return `${formatAmount(amount, decimals)} ${listed2?.symbol ?? "tokens"}`;
}
function canonicalDecimal(value) {
  return new Decimal(String(value)).toFixed();
}
function exactNumber(amount, { decimals, symbol }, name2) {
  const text4 = formatAmount(amount, decimals);
  const number8 = Number(text4);
  if (canonicalDecimal(number8) === text4) return number8;
  throw new SwaprouteError(
    "TOO_MANY_DECIMALS",
    `${name2} cannot take exactly ${text4} ${symbol}: it has too many digits.`,
    { hint: "Shorten the amount to at most 15 digits." }
  );
}
var wireMoney;
var init_money = __esm({
  "src/providers/kits/deposit/money.ts"() {
    "use strict";
    init_amounts();
    init_decimals();
    init_errors();
    init_tokens2();
    wireMoney = z5.pipe(
      z5.union([
        z5.string().check(z5.regex(/^[0-9]{1,60}(?:\.[0-9]{1,60})?$/)),
        z5.number().check(z5.nonnegative(), z5.maximum(1e30))
      ]),
      z5.transform((value) => canonicalDecimal(value))
    );
  }
});

// src/providers/kits/deposit/status.ts
function meaningOf(map, word2) {
  return (Object.hasOwn(map, word2) ? map[word2] : void 0) ?? "unknown";
}
async function toDepositStatus(provider4, reading, order3, ref, context) {
  const look = { provider: provider4, reading, order: order3, ref, context };
  const common = commonOf(reading, order3);
  const still = (note, isLong = false) => pending(look, note, isLong);
  switch (reading.meaning) {
    case "awaiting":
      return awaiting(look);
    case "confirming":
    case "exchanging":
    case "sending":
    case "unknown":
    case "unlisted":
      return still(reading.note);
    case "held":
      return still(reading.note ?? `${provider4.name} is checking the payment.`, true);
    case "short":
      return still(reading.note ?? "Less than the agreed amount arrived.", true);
    case "refunding":
      return still(reading.note ?? `${provider4.name} is sending the money back.`, true);
    case "needs_user": {
      const note = reading.note ?? `${provider4.name} is waiting for your decision about the refund.`;
      return { status: "REVERT", ...nowhere, ...common, note };
    }
    case "done":
      return paidStatus(look);
    case "refunded":
      return refundedStatus(look);
    case "failed":
    case "expired":
      return failedStatus(look);
    default:
      return reading.meaning;
  }
}
async function awaiting(look) {
  const { provider: provider4, reading, order: order3, ref, context } = look;
  const { expiresAtMs } = order3;
  const isOver = expiresAtMs !== null && context.now() > expiresAtMs;
  const hash3 = ref.srcTxHash;
  if (hash3 !== null) {
    const payment3 = await readPayment(ref.srcBlockchain, hash3, context);
    if (payment3 === "failed") return paymentFailed(reading, order3);
    const note2 = isOver ? `The payment deadline has passed, and ${provider4.name} has not seen a payment yet.` : void 0;
    return pending(look, note2, isOver);
  }
  if (!isOver) return pending(look, reading.note);
  if (context.now() < expiresAtMs + lateGraceMs) {
    const note2 = "The payment deadline has passed; do not pay.";
    return pending(look, note2);
  }
  const note = `${provider4.name} reports that nothing was paid in time.`;
  return { status: "FAIL", ...nowhere, ...commonOf(reading, order3), note };
}
async function paidStatus(look) {
  const { provider: provider4, reading, order: order3, ref, context } = look;
  const { dstToken, receiver: receiver2, dstAmount, createdAtMs } = order3;
  const common = commonOf(reading, order3);
  const claimed = `${provider4.name} says it has paid`;
  const still = (why) => pending(look, `${claimed}, but ${why}.`);
  const hashes2 = possibleHashes(reading.payoutHashes, dstToken.blockchain, reading, ref);
  const arrival = { token: dstToken, to: receiver2, notBeforeMs: createdAtMs };
  const found = await firstArrival(hashes2, reading.payoutHashes[0], arrival, context);
  if ("why" in found) return still(found.why);
  const amount = found.amount ?? reading.payoutAmount;
  if (amount === null) return still("does not say how much");
  const received = found.amount === null ? {} : { receivedAmount: amount };
  const end = { destinationTxHash: found.hash, ...common, ...received };
  if (!isPlausible(amount, dstAmount)) {
    return { ...end, status: "INDETERMINATE", note: farNote(provider4, reading, order3, amount) };
  }
  const note = reading.note ?? otherPayment(reading, order3);
  return { ...end, status: "SUCCESS", ...note === null ? {} : { note } };
}
async function firstArrival(hashes2, named, arrival, context) {
  let why = "names no transaction";
  for (const hash3 of hashes2) {
    const evidence = await findArrival(hash3, arrival, context);
    if (evidence.kind === "unseen") {
      ;
      ({ why } = evidence);
      continue;
    }
    if (evidence.kind === "unreadable" && hash3 !== named) break;
    return { hash: hash3, amount: evidence.kind === "paid" ? evidence.amount : null };
  }
  return { why };
}
function farNote(provider4, reading, order3, amount) {
  const { dstToken, dstAmount } = order3;
  const agreed = dstAmount === null ? "" : ` instead of ${amountText(dstAmount, dstToken)}`;
  const paidOut2 = `${provider4.name} paid out ${amountText(amount, dstToken)}${agreed}.`;
  const more = reading.note ?? otherPayment(reading, order3);
  return more === null ? paidOut2 : `${more} ${paidOut2}`;
}
function otherPayment({ paidAmount }, { srcToken, srcAmount }) {
  if (paidAmount == null || srcAmount === null || paidAmount === srcAmount) return null;
  const [paid, agreed] = [paidAmount, srcAmount].map((amount) => amountText(amount, srcToken));
  return `You paid ${paid} instead of ${agreed}.`;
}
async function refundedStatus(look) {
  const { provider: provider4, reading, order: order3, ref, context } = look;
  const { srcToken, refundAddress, createdAtMs } = order3;
  const common = commonOf(reading, order3);
  const claimed = `${provider4.name} says it has sent the money back`;
  const still = (why) => pending(look, `${claimed}, but ${why}.`, true);
  const hashes2 = possibleHashes(
    reading.refundHashes,
    srcToken.blockchain,
    { ...reading, paysByItself: false },
    ref
  );
  if (hashes2.length === 0) return still("names no transaction");
  const to = refundAddress ?? ref.fromAddress;
  if (to === null) return unseenRefund(provider4, reading, order3, hashes2[0]);
  const arrival = { token: srcToken, to, notBeforeMs: createdAtMs };
  const found = await firstArrival(hashes2, reading.refundHashes[0], arrival, context);
  if ("why" in found) return still(found.why);
  return {
    status: "REVERTED",
    destinationTxHash: found.hash,
    ...common,
    destinationBlockchain: srcToken.blockchain,
    ...found.amount === null ? {} : { receivedAmount: found.amount },
    note: `The payment came back on ${srcToken.blockchain}.`
  };
}
function unseenRefund({ name: name2 }, reading, order3, hash3) {
  const { srcToken, srcAmount } = order3;
  const paid = reading.paidAmount ?? srcAmount;
  const what = paid === null ? "the money" : amountText(paid, srcToken);
  const note = `${name2} says it has sent ${what} back; no refund address is known, so check the wallet or exchange account you paid from.`;
  return {
    status: "INDETERMINATE",
    destinationTxHash: hash3 ?? null,
    ...commonOf(reading, order3),
    destinationBlockchain: srcToken.blockchain,
    note
  };
}
async function failedStatus(look) {
  const { provider: provider4, reading, order: order3, ref, context } = look;
  const hash3 = ref.srcTxHash;
  const payment3 = hash3 === null ? null : await readPayment(ref.srcBlockchain, hash3, context);
  if (payment3 === "failed") return paymentFailed(reading, order3);
  if (payment3 === "missing") {
    const note2 = `${provider4.name} cancelled the order; the payment is not confirmed yet.`;
    return pending(look, note2);
  }
  const wasPaid = payment3 === "confirmed" || reading.srcTxHash !== null;
  const sentence = reading.meaning === "expired" && !wasPaid ? `${provider4.name} reports that the order ended unpaid.` : `${provider4.name} cancelled the order.`;
  const note = reading.note ?? sentence;
  const help = wasPaid ? ` Ask its support with order ${order3.orderId}.` : "";
  return { status: "FAIL", ...nowhere, ...commonOf(reading, order3), note: `${note}${help}` };
}
function possibleHashes(named, blockchain, { srcTxHash, paysByItself = false }, ref) {
  const hashes2 = named.filter((hash3) => isTransactionHash(blockchain, hash3) && !isZero(hash3));
  if (paysByItself) return hashes2;
  const payments = [srcTxHash, ref.srcTxHash].flatMap((hash3) => hash3 === null ? [] : digits(hash3));
  return hashes2.filter((hash3) => !payments.includes(digits(hash3)));
}
function isZero(hash3) {
  return /^0+$/.test(digits(hash3));
}
function digits(hash3) {
  return hash3.replace(/^0x/i, "").toLowerCase();
}
function paymentFailed(reading, order3) {
  const note = "The payment itself failed on its chain; nothing was deposited.";
  return { status: "FAIL", ...nowhere, ...commonOf(reading, order3), note };
}
function pending(look, note, isLong = false) {
  const { reading, order: order3, ref, context } = look;
  const startedAtMs = order3.createdAtMs ?? ref.startedAtMs;
  const longMs = Math.max(leastLongMs, 4e3 * (ref.durationSeconds ?? 0));
  const isPaid2 = !unpaid.has(reading.meaning);
  const isLate = isPaid2 && startedAtMs !== null && context.now() - startedAtMs > longMs;
  const subStatus = subStatusOf[reading.meaning];
  return {
    status: isLong || isLate ? "LONG_PENDING" : "PENDING",
    ...subStatus === void 0 || isLong || isLate ? {} : { subStatus },
    ...nowhere,
    ...commonOf(reading, order3),
    ...note === void 0 ? {} : { note }
  };
}
function commonOf({ word: word2, srcTxHash }, { srcToken, dstToken }) {
  const isHash = srcTxHash !== null && isTransactionHash(srcToken.blockchain, srcTxHash);
  return {
    destinationBlockchain: dstToken.blockchain,
    providerStatus: foreignReason(word2, 40),
    ...isHash ? { sourceTxHash: srcTxHash } : {}
  };
}
function isPlausible(amount, agreed) {
  return agreed === null ? amount > 0n : isNear(amount, agreed);
}
var lateGraceMs, leastLongMs, nowhere, subStatusOf, unpaid;
var init_status = __esm({
  "src/providers/kits/deposit/status.ts"() {
    "use strict";
    init_arrival();
    init_expected();
    init_hashes();
    init_reason();
    init_money();
    lateGraceMs = 60 * 6e4;
    leastLongMs = 30 * 6e4;
    nowhere = { destinationTxHash: null };
    subStatusOf = {
      awaiting: "AWAITING_DEPOSIT",
      unlisted: "AWAITING_DEPOSIT",
      confirming: "CONFIRMING",
      exchanging: "EXCHANGING",
      sending: "SENDING",
      done: "SENDING"
    };
    unpaid = /* @__PURE__ */ new Set(["awaiting", "unknown", "unlisted"]);
  }
});

// src/providers/kits/deposit/cache.ts
function keptFor(ms, load2) {
  const kept2 = /* @__PURE__ */ new Map();
  return async (key, context) => {
    const known5 = kept2.get(key);
    if (known5 !== void 0 && context.now() - known5.atMs < ms) return known5.value;
    const value = await load2(key, context);
    kept2.set(key, { atMs: context.now(), value });
    return value;
  };
}
var listBytes;
var init_cache = __esm({
  "src/providers/kits/deposit/cache.ts"() {
    "use strict";
    listBytes = 8 * 1048576;
  }
});

// src/providers/kits/depositAsk.ts
function requestsOf(exchange2) {
  const { baseUrl: baseUrl4, list, hasKey } = exchange2;
  const send = async ({ path, query = {}, body: fields, older: older2 }, context, maxBytes) => {
    const search = new URLSearchParams(withoutNulls(query)).toString();
    const body2 = fields === void 0 ? void 0 : withoutNulls(fields);
    const answer = await context.http.send({
      url: `${baseUrl4}${path}${search === "" ? "" : `?${search}`}`,
      headers: exchange2.headers(body2 === void 0 ? "" : JSON.stringify(body2), context.now()),
      ...body2 === void 0 ? {} : { method: "POST", body: body2 },
      effect: "read",
      signal: context.signal,
      ...maxBytes === void 0 ? {} : { maxBytes }
    });
    return answer.status === 404 && older2 !== void 0 ? send(older2, context) : answer;
  };
  const loadList = keptFor(list.lifeMs ?? usualLifeMs, async (key, context) => {
    const { status, body: body2 } = await send(list.call(key), context, listBytes);
    if (status >= 400) throw answerError(exchange2, status, body2, hasKey);
    return parseWire(list.wire, body2, list.what);
  });
  return {
    askWith: (context) => ({
      context,
      send: (call3) => send(call3, context),
      read: async (call3, wire, what, unknownAt = []) => {
        const { status, body: body2 } = await send(call3, context);
        if (unknownAt.includes(status)) return null;
        if (status >= 400) throw answerError(exchange2, status, body2, hasKey);
        return parseWire(wire, body2, what);
      }
    }),
    listsFor: (context) => (key = "") => loadList(key, context),
    order: async (path, fields, context) => {
      const body2 = withoutNulls(fields);
      const headers = exchange2.headers(JSON.stringify(body2), context.now());
      return sendOrder(exchange2, { url: `${baseUrl4}${path}`, headers, body: body2 }, context);
    }
  };
}
function withoutNulls(fields) {
  const kept2 = Object.entries(fields).flatMap(
    ([key, value]) => value == null ? [] : [[key, value]]
  );
  return Object.fromEntries(kept2);
}
var usualLifeMs;
var init_depositAsk = __esm({
  "src/providers/kits/depositAsk.ts"() {
    "use strict";
    init_wire();
    init_cache();
    init_errors2();
    init_openOrder();
    usualLifeMs = 60 * 6e4;
  }
});

// src/providers/kits/orderSnapshot.ts
function coinKey({ code, network }) {
  return `${code} ${network}`;
}
function toTerms(order3, mayOmit) {
  const orNone = (field) => order3[field] === void 0 && !mayOmit.includes(field) ? null : order3[field];
  return {
    orderId: order3.orderId,
    srcCoin: order3.src == null ? void 0 : coinKey(order3.src),
    dstCoin: order3.dst == null ? void 0 : coinKey(order3.dst),
    amountToSend: order3.amountToSend == null ? void 0 : canonicalDecimal(order3.amountToSend),
    depositAddress: order3.depositAddress ?? void 0,
    depositMemo: orNone("depositMemo"),
    receiver: order3.receiver ?? void 0,
    receiverMemo: orNone("receiverMemo"),
    refundAddress: orNone("refundAddress"),
    refundMemo: orNone("refundMemo"),
    rateType: order3.rateType ?? void 0,
    dstAmount: order3.dstAmount == null ? void 0 : canonicalDecimal(order3.dstAmount),
    expiresAt: order3.expiresAtMs == null ? void 0 : String(order3.expiresAtMs),
    ...order3.terms
  };
}
function isOtherContract(token2, contract) {
  if (token2.native || contract == null || contract === "") return false;
  return !isContractOf(token2, contract);
}
function checkContracts(exchange2, { src, dst }, { srcToken, dstToken }) {
  const sides = [
    [srcToken, src?.contract, "srcCoin"],
    [dstToken, dst?.contract, "dstCoin"]
  ];
  for (const [token2, contract, field] of sides) {
    if (isOtherContract(token2, contract)) {
      throw unsafe("D6", exchange2, "means a different token", field);
    }
  }
}
function toKnownOrder(amounts, order3, [srcToken, dstToken], receiver2, startedAtMs) {
  const paid = order3.receiver ?? receiver2;
  if (srcToken === null || dstToken === null || paid === "") return null;
  return {
    orderId: order3.orderId,
    depositAddress: order3.depositAddress ?? "",
    depositMemo: order3.depositMemo ?? null,
    receiver: paid,
    refundAddress: order3.refundAddress ?? null,
    srcToken: toOrderToken(srcToken),
    dstToken: toOrderToken(dstToken),
    srcAmount: unitsOf(amounts, order3.amountToSend, srcToken),
    dstAmount: unitsOf(amounts, order3.dstAmount, dstToken),
    createdAtMs: order3.createdAtMs ?? startedAtMs,
    expiresAtMs: order3.expiresAtMs ?? null,
    own: {}
  };
}
function toOrderFacts(amounts, order3, known5, more = {}) {
  return toFacts(known5, {
    receiver: order3.receiver ?? void 0,
    receiverMemo: order3.receiverMemo ?? null,
    ...order3.dstMinAmount == null || known5 === null ? {} : { dstAmount: unitsOf(amounts, order3.dstMinAmount, known5.dstToken) },
    ...more
  });
}
function toReading({ name: name2, rate: { amounts } }, { progress }, known5, statusMap2) {
  const { status } = progress;
  const meaning = progress.statusOverride ?? meaningOf(statusMap2, status);
  const refunds = progress.refundHashes ?? (meaning === "refunded" ? progress.payoutHashes : []);
  const own = typeof progress.note === "function" ? progress.note(known5) : progress.note;
  const note = own ?? partialNote(name2, amounts, progress, known5, meaning);
  return {
    word: status,
    meaning,
    srcTxHash: progress.paymentHash ?? null,
    payoutHashes: progress.payoutHashes.filter((hash3) => hash3 != null),
    paysByItself: progress.paysByItself ?? false,
    paidAmount: unitsOf(amounts, progress.paidAmount, known5.srcToken),
    payoutAmount: unitsOf(amounts, progress.payoutAmount, known5.dstToken),
    refundHashes: refunds.filter((hash3) => hash3 != null),
    ...note === null ? {} : { note }
  };
}
function partialNote(name2, form, { arrivedAmounts = [] }, { srcToken, srcAmount }, meaning) {
  const isUnderWay = meaning === "confirming" || meaning === "exchanging" || meaning === "held";
  const arrived = sumOf3(form, arrivedAmounts, srcToken);
  if (!isUnderWay || srcAmount === null || arrived === null || arrived === srcAmount) return null;
  const [part, whole] = [arrived, srcAmount].map((sum) => formatAmount(sum, srcToken.decimals));
  return `${part} of ${whole} arrived; ${name2} decides what happens to it.`;
}
function sumOf3(form, texts, token2) {
  const amounts = texts.flatMap((text4) => unitsOf(form, text4, token2) ?? []);
  if (texts.length === 0 || amounts.length < texts.length) return null;
  return amounts.reduce((sum, amount) => sum + amount, 0n);
}
function unitsOf(form, text4, token2) {
  return text4 == null ? null : readAmount(form, text4, token2, "down");
}
var init_orderSnapshot = __esm({
  "src/providers/kits/orderSnapshot.ts"() {
    "use strict";
    init_amounts();
    init_coins();
    init_foreign();
    init_money();
    init_order();
    init_state();
    init_status();
  }
});

// src/providers/kits/depositOrder.ts
import { createHash as createHash2 } from "node:crypto";
function toBuilt(exchange2, rules, quote, wanted2, created, again2, context) {
  const { id: id2, rate } = exchange2;
  const { request: request3, src, dst, rateType, receiver: receiver2, refund: refund2, deadlineMs } = wanted2;
  for (const order3 of [created, again2]) checkContracts(exchange2, order3, request3);
  const depositMemo = created.depositMemo ?? null;
  if (rules.memoChains?.has(request3.srcToken.blockchain) === true && (depositMemo ?? "") === "") {
    throw unsafe("D5", exchange2, "returned no memo for a shared address", "depositMemo");
  }
  const toBase2 = (text4) => readAmount(rate.amounts, text4, request3.dstToken, "down");
  const dstAmount = created.dstAmount == null && wanted2.dstAmount !== null ? wanted2.dstAmount : toBase2(created.dstAmount ?? again2.dstAmount ?? "0");
  const usualLeast = rateType === "fixed" ? dstAmount : quote.dstMinAmount;
  const dstMinAmount = created.dstMinAmount == null ? usualLeast : toBase2(created.dstMinAmount);
  if (created.dstMinAmount != null && dstMinAmount < quote.dstMinAmount) {
    throw priceMoved(exchange2, quote.dstMinAmount, dstMinAmount);
  }
  const asked = {
    srcCoin: coinKey(src),
    dstCoin: coinKey(dst),
    amountToSend: wanted2.amount,
    receiver: receiver2.address,
    receiverMemo: receiver2.memo,
    refundAddress: refund2?.address ?? null,
    refundMemo: refund2?.memo ?? null,
    rateType: wanted2.rateName,
    ...rules.asked?.(wanted2)
  };
  const views = { asked, created: { ...toTerms(created, rules.mayOmit), depositMemo } };
  const required2 = [
    ...readBackFields.filter((field) => !rules.mayOmit.includes(field)),
    ...rules.required?.(again2, dstMinAmount) ?? []
  ];
  const { secondTerms } = again2;
  if (secondTerms !== void 0) {
    compareOrder(exchange2, request3, { ...views, readBack: secondTerms, required: [] });
  }
  return toBuiltOrder(
    exchange2,
    {
      quote,
      parties: { receiver: receiver2, refund: refund2 },
      views: { ...views, readBack: toTerms(again2, rules.mayOmit), required: required2 },
      orderId: created.orderId,
      depositAddress: created.depositAddress ?? "",
      depositMemo,
      memoName: created.memoName ?? null,
      memoAsOutput: created.memoAsOutput ?? false,
      dstAmount,
      dstMinAmount,
      expiresAtMs: earliest(created.expiresAtMs, again2.expiresAtMs, deadlineMs) ?? quote.expiresAtMs,
      uniqueInfo: { [rules.numberName ?? `${id2}Id`]: created.orderId },
      own: created.own ?? {}
    },
    context
  );
}
function earliest(...times) {
  const known5 = times.filter((time) => time != null);
  return known5.length === 0 ? null : Math.min(...known5);
}
function checkMemoFields(name2, { src, dst, receiver: receiver2, refund: refund2 }) {
  for (const [coin3, memo] of [
    [dst, receiver2.memo],
    [src, refund2?.memo ?? null]
  ]) {
    if (memo === null || coin3.takesMemo !== false) continue;
    throw new SwaprouteError("UNSUPPORTED_RECEIVER", `${name2} takes no memo for this coin.`, {
      hint: "Use the plain address of your own wallet."
    });
  }
}
function makeOrder(rules, wanted2, offers, vault) {
  const memo = rules.memo(wanted2, offers);
  const expiresAtMs = earliest(...offers.map((offer) => offer.expiresAtMs));
  const text4 = `${vault} ${memo.depositMemo} ${wanted2.request.srcAmount} ${expiresAtMs ?? ""}`;
  const digest3 = createHash2("sha256").update(text4).digest("hex").slice(0, 20);
  const common = { orderId: `${rules.numberPrefix}-${digest3}`, expiresAtMs };
  const [first2, second] = offers.map((offer) => ({ ...rules.terms(offer, wanted2), ...common }));
  const progress = { status: "", paymentHash: null, payoutHashes: [], payoutAmount: null };
  return {
    created: { ...common, ...memo, depositAddress: vault },
    again: {
      ...common,
      ...second,
      ...first2 === void 0 ? {} : { secondTerms: toTerms(first2, rules.mayOmit) },
      progress
    }
  };
}
function receiverOf({ needsReceiver = false }, receiver2, blockchain) {
  if (!needsReceiver) return "";
  if (receiver2 === null || blockchain === null) return receiver2;
  return toPayee(blockchain, receiver2).address;
}
var readBackFields;
var init_depositOrder = __esm({
  "src/providers/kits/depositOrder.ts"() {
    "use strict";
    init_errors();
    init_errors2();
    init_money();
    init_openOrder();
    init_order();
    init_parties();
    init_orderSnapshot();
    readBackFields = [
      "orderId",
      "srcCoin",
      "dstCoin",
      "amountToSend",
      "depositAddress",
      "receiver",
      "rateType",
      "dstAmount"
    ];
  }
});

// src/providers/kits/depositRate.ts
import * as z6 from "zod/mini";
function readRateState({ providerState }, { names: names2 }) {
  if (names2.market !== void 0) return { rateType: "market", orderFields: {} };
  const parsed = z6.safeParse(rateState, providerState);
  if (parsed.success) return parsed.data;
  throw new SwaprouteError("QUOTE_EXPIRED", "The quote was made by another version.", {
    hint: "Get a new quote."
  });
}
function exactAmount({ name: name2, rate }, { srcAmount, srcToken }, { precision }) {
  const amount = writeAmount(rate.amounts, srcAmount, srcToken);
  if (precision != null && (amount.split(".")[1] ?? "").length > precision) {
    throw new SwaprouteError(
      "TOO_MANY_DECIMALS",
      `${name2} cannot take exactly ${amount} ${srcToken.symbol}: it has too many digits.`,
      { hint: `Shorten the amount to ${precision} digits after the point.` }
    );
  }
  const wireAmount = rate.amounts === "number" ? exactNumber(srcAmount, srcToken, name2) : amount;
  return { amount, wireAmount };
}
async function allRates({ names: names2 }, ask) {
  const kinds = ["float", "fixed", "market"].flatMap((kind) => {
    const name2 = names2[kind];
    return name2 === void 0 ? [] : [ask(kind, name2)];
  });
  const answers = await Promise.allSettled(kinds);
  const quotes = answers.flatMap((answer) => answer.status === "fulfilled" ? [answer.value] : []);
  if (quotes.length > 0) return { quotes, failed: [] };
  const reasons = answers.map(
    (answer) => answer.status === "rejected" ? answer.reason : null
  );
  throw reasons.find(isLimit) ?? reasons[0];
}
function isLimit(reason) {
  return reason instanceof SwaprouteError && (reason.code === "AMOUNT_TOO_LOW" || reason.code === "AMOUNT_TOO_HIGH");
}
async function askRate(exchange2, wanted2, { send, context }) {
  const { name: name2, rate, hasKey } = exchange2;
  const { request: request3, rateType, rateName } = wanted2;
  const { srcToken, dstToken, srcAmount } = request3;
  const limitsCall = rate.limitsCall?.(wanted2);
  const [range, answer] = await Promise.all([
    limitsCall === void 0 ? null : send(limitsCall),
    send(rate.call(wanted2))
  ]);
  const { status, body: body2 } = answer;
  const named = range === null ? body2 : range.status < 400 ? range.body : null;
  const limits2 = limitsIn(exchange2, named, srcToken);
  const limit = limitError(exchange2, srcAmount, srcToken, limits2);
  if (limit !== null) throw limit;
  if (status >= 400) throw refusalError(exchange2, answer, request3, "quote");
  const offer = parseWire(rate.answer(wanted2), body2, `The rate of ${name2}`);
  if (offer !== null) checkOffer(exchange2, wanted2, offer, context.now());
  const dstAmount = readAmount(rate.amounts, offer?.dstAmount ?? "0", dstToken, "down");
  if (offer === null || dstAmount === 0n) {
    throw rateType === "market" ? noRoute(exchange2) : quoteError(exchange2, status, body2, hasKey);
  }
  if ((offer.rateName ?? rateName) !== rateName) throw noRoute(exchange2);
  return { offer, dstAmount, limits: named === null || rate.limits === void 0 ? null : limits2 };
}
function checkOffer({ name: name2, rate }, { amount, src, dst, request: request3 }, offer, nowMs2) {
  const toBase2 = (text4) => readAmount(rate.amounts, text4, request3.dstToken, "down");
  const least2 = offer.dstMinAmount === void 0 ? null : toBase2(offer.dstMinAmount);
  const isSound = String(offer.srcAmount ?? amount) === amount && isCoin(offer.src ?? src, src) && isCoin(offer.dst ?? dst, dst) && (offer.expiresAtMs ?? Number.POSITIVE_INFINITY) > nowMs2 && (least2 === null || least2 > 0n && least2 <= toBase2(offer.dstAmount));
  if (!isSound) throw new SwaprouteError("UPSTREAM_FAILED", `${name2} quoted a different swap.`);
}
function isCoin(told3, coin3) {
  return coinKey(told3) === coinKey(coin3) || coin3.names?.mean(told3.code) === true;
}
async function quoteRate(exchange2, wanted2, ask) {
  const { id: id2, rate } = exchange2;
  const { request: request3, rateType } = wanted2;
  const { offer, dstAmount, limits: limits2 } = await askRate(exchange2, wanted2, ask);
  const least2 = offer.dstMinAmount === void 0 ? minimumAfterSlippage(dstAmount, slippageOf(request3, offer)) : readAmount(rate.amounts, offer.dstMinAmount, request3.dstToken, "down");
  const isMarket = rateType === "market";
  return toDepositQuote({
    provider: id2,
    request: request3,
    dstAmount,
    guaranteed: isMarket ? least2 : rateType === "fixed" ? dstAmount : null,
    ...isMarket ? {} : { rateType },
    ...limits2 === null ? {} : { limits: limits2 },
    ...rate.feePercent == null ? {} : { feePercent: rate.feePercent },
    durationSeconds: offer.durationSeconds ?? rate.usualSeconds,
    priceImpactPercent: offer.priceImpactPercent ?? null,
    expiresAtMs: offer.expiresAtMs ?? null,
    providerState: isMarket ? null : { rateType, orderFields: offer.orderFields ?? {} }
  });
}
function slippageOf({ slippageBps }, { slippageBps: recommended }) {
  return slippageBps ?? Math.min(recommended ?? usualSlippageBps, usualSlippageBps);
}
function refusalError(exchange2, { status, body: body2 }, request3, purpose) {
  const { srcToken, srcAmount } = request3;
  const { rate, hasKey } = exchange2;
  const limits2 = limitsIn(exchange2, body2, srcToken);
  const limit = limitError(exchange2, srcAmount, srcToken, limits2);
  if (limit !== null) return limit;
  const said = rate.refusal?.(status, body2, request3) ?? {};
  const { reason = null, side = null, limits: named = [], kind } = said;
  const sided = limitError(exchange2, srcAmount, srcToken, toLimits(exchange2, said, srcToken));
  if (sided !== null) return sided;
  for (const text4 of named) {
    const min = side === "high" ? null : readAmount(rate.amounts, text4, srcToken, "up");
    const max = side === "low" ? null : readAmount(rate.amounts, text4, srcToken, "down");
    const error = limitError(exchange2, srcAmount, srcToken, { min, max });
    if (error !== null) return error;
  }
  if (side !== null) {
    const code = side === "low" ? "AMOUNT_TOO_LOW" : "AMOUNT_TOO_HIGH";
    return unnamedLimit(exchange2, code, srcToken);
  }
  const words = reason === null || reason === "" ? null : reason;
  const envelope = words === null ? body2 : { message: words };
  switch (kind ?? (purpose === "quote" ? "no-offer" : "refused")) {
    case "none":
      return noRoute(exchange2, words === null ? null : foreignReason(words));
    case "no-offer":
      return quoteError(exchange2, status, envelope, hasKey);
    case "outage":
      return answerError(exchange2, Math.max(status, 502), envelope, hasKey);
    case "refused":
      return answerError(exchange2, status, envelope, hasKey);
  }
}
function limitsIn(exchange2, body2, token2) {
  const { limits: limits2 } = exchange2.rate;
  const parsed = limits2 === void 0 ? null : z6.safeParse(limits2, body2);
  return toLimits(exchange2, parsed?.success === true ? parsed.data : {}, token2);
}
function toLimits({ rate }, { min, max }, token2) {
  const most = readAmount(rate.amounts, max ?? "0", token2, "down");
  return {
    min: min == null ? null : readAmount(rate.amounts, min, token2, "up"),
    max: most === 0n ? null : most
  };
}
var rateState;
var init_depositRate = __esm({
  "src/providers/kits/depositRate.ts"() {
    "use strict";
    init_amounts();
    init_errors();
    init_reason();
    init_wire();
    init_errors2();
    init_money();
    init_offer();
    init_orderSnapshot();
    rateState = z6.object({
      rateType: z6.enum(["float", "fixed"]),
      orderFields: z6.record(z6.string(), z6.json())
    });
  }
});

// src/providers/kits/depositExchange.ts
function depositExchange(exchange2) {
  const { id: id2, name: name2, coins: coins2, rate, made, pause = realPause } = exchange2;
  const { askWith, listsFor, order: sendFields } = requestsOf(exchange2);
  const { order: kept2 } = exchange2;
  const rules = exchange2.order === void 0 ? exchange2.made : exchange2.order;
  const coinsOf = async ({ srcToken, dstToken }, context) => {
    const load2 = listsFor(context);
    const src = await coins2.find(srcToken, "src", load2, context);
    const dst = await coins2.find(dstToken, "dst", load2, context);
    if (src === null || dst === null) throw noRoute(exchange2);
    const isOther = isOtherContract(srcToken, src.contract) || isOtherContract(dstToken, dst.contract);
    if (isOther) throw noRoute(exchange2);
    return { src, dst };
  };
  const wantedOf = async (request3, context) => {
    const pair2 = await coinsOf(request3, context);
    return { request: request3, ...pair2, ...exactAmount(exchange2, request3, pair2.src) };
  };
  const deadlineOf = (request3, context) => rules.lifeMs === void 0 ? null : context.now() + rules.lifeMs(request3);
  const checkListed = async ({ request: request3, src, dst }, context) => {
    for (const [token2, coin3] of [
      [request3.srcToken, src],
      [request3.dstToken, dst]
    ]) {
      if (token2.native || coins2.contractOf === void 0) continue;
      const contract = await coins2.contractOf(coin3, listsFor(context));
      if (!isContractOf(token2, contract ?? "")) throw noRoute(exchange2);
    }
  };
  const orderOf = async (quote, context) => {
    const { request: request3, dstMinAmount } = quote;
    const { rateType, orderFields: orderFields2 } = readRateState(quote, rate);
    const parties = partiesOf(request3, exchange2, exchange2.parties);
    const wanted2 = {
      ...await wantedOf(request3, context),
      ...parties,
      rateType,
      rateName: rate.names[rateType] ?? "",
      slippageBps: quote.slippageBps,
      deadlineMs: deadlineOf(request3, context),
      offer: null,
      dstAmount: null,
      dstMinAmount
    };
    checkMemoFields(name2, wanted2);
    const vault = made === void 0 ? null : await made.vault(request3, askWith(context));
    if (rateType !== "market") return { wanted: wanted2, orderFields: orderFields2, vault };
    const { offer, dstAmount } = await askRate(exchange2, wanted2, askWith(context));
    const left = remainingSlippageBps(exchange2, dstMinAmount, dstAmount);
    const slippageBps = Math.min(left, quote.slippageBps);
    return {
      wanted: { ...wanted2, slippageBps, offer, dstAmount },
      orderFields: offer.orderFields ?? {},
      vault
    };
  };
  const open = async (kept3, wanted2, orderFields2, context) => {
    const sent = (fields) => sendFields(kept3.path, { ...orderFields2, ...fields }, context);
    const first2 = await sent(kept3.body(wanted2));
    const isOlder2 = first2.status === 400 && kept3.olderBody !== void 0;
    const answer = isOlder2 ? await sent(kept3.olderBody?.(wanted2) ?? {}) : first2;
    if (answer.status >= 400) throw refusalError(exchange2, answer, wanted2.request, "order");
    return parseOrder(exchange2, kept3.created, answer.body);
  };
  const find = async (key, context, wanted2) => {
    if (kept2 === void 0) return null;
    const { look } = kept2;
    const ask = askWith(context);
    if (typeof look === "function") return look(key, ask, wanted2);
    return ask.read(look.request(key), look.wire, `The order of ${name2}`, look.unknownAt);
  };
  const findOpen = async (...args) => {
    const order3 = await find(...args);
    if (order3?.opening === "failed") {
      throw new SwaprouteError("UPSTREAM_REFUSED", `${name2} could not open the order.`);
    }
    return order3?.opening === "pending" ? null : order3;
  };
  const openAndReadBack = async (kept3, { wanted: wanted2, orderFields: orderFields2 }, context) => {
    const created = await open(kept3, wanted2, orderFields2, context);
    const { orderId, depositAddress: depositAddress2, depositMemo = null } = created;
    if (depositAddress2 == null || depositAddress2 === "") throw orderUnknown(exchange2, null, null);
    const key = { orderId, receiver: wanted2.receiver.address, depositAddress: depositAddress2, depositMemo };
    const look = () => findOpen(key, context, wanted2);
    const shown3 = orderId === depositAddress2 ? null : orderId;
    return { created, again: await readBack(exchange2, shown3, look, context, pause) };
  };
  const tokensOf = async ({ src, dst }, context) => {
    const tokenOf3 = async (coin3) => coin3 == null ? null : coins2.tokenOf(coin3, listsFor(context), context);
    return [await tokenOf3(src), await tokenOf3(dst)];
  };
  const ownStatus = async (own, ref, context) => {
    const order3 = rules.track === void 0 ? await find(own, context) : await rules.track(own, ref, askWith(context));
    if (order3 === null) return notFound(own);
    const { depositAddress: address2, depositMemo: memo } = toTerms(order3, rules.mayOmit);
    checkSameDeposit(exchange2, own, { address: address2, memo });
    const judged = rules.expected?.(own, order3) ?? own;
    const reading = toReading(exchange2, order3, own, exchange2.statusMap);
    return toDepositStatus(exchange2, reading, judged, ref, context);
  };
  const foreignStatus = async (ref, context) => {
    const { search } = rules;
    const text4 = ref.orderId ?? ref.srcTxHash ?? "";
    const isIt = search === void 0 || search.isIt(text4);
    const orderId = kept2 === void 0 || search !== void 0 ? text4 : foreignOrderId(ref, kept2.number);
    const receiver2 = receiverOf(kept2 ?? {}, ref.receiver, ref.dstBlockchain);
    if (!isIt || orderId === null || receiver2 === null) return notFound();
    const order3 = search === void 0 ? await find({ orderId, receiver: receiver2, depositAddress: "", depositMemo: null }, context) : await search.find(text4, askWith(context));
    if (order3 === null) return notFound();
    const tokens3 = await tokensOf(order3, context);
    const known5 = toKnownOrder(rate.amounts, order3, tokens3, receiver2, ref.startedAtMs);
    if (known5 === null) return notFound();
    const reading = toReading(exchange2, order3, known5, exchange2.statusMap);
    const status = await toDepositStatus(exchange2, reading, known5, ref, context);
    return search === void 0 ? status : { ...status, sourceBlockchain: known5.srcToken.blockchain };
  };
  return {
    ids: [id2],
    capabilities: {
      recipient: true,
      chargesFee: exchange2.chargesFee ?? true,
      deposit: true,
      crossChain: true
    },
    blockchains: () => coins2.blockchains,
    supports: ({ srcToken, dstToken }) => {
      const isServed = srcToken.blockchain !== dstToken.blockchain && coins2.serves(srcToken, "src") && coins2.serves(dstToken, "dst");
      return isServed ? [id2] : [];
    },
    quote: async (request3, _wanted, context) => {
      const parties = rate.parties?.(request3, exchange2);
      const swap = await wantedOf(request3, context);
      await checkListed(swap, context);
      const slippageBps = request3.slippageBps ?? usualSlippageBps;
      const deadlineMs = deadlineOf(request3, context);
      const rates = allRates(rate, (rateType, rateName) => {
        const wanted2 = { ...swap, ...parties, rateType, rateName, slippageBps, deadlineMs };
        return quoteRate(exchange2, wanted2, askWith(context));
      });
      const [quotes] = await Promise.all([rates, made?.vault(request3, askWith(context))]);
      return quotes;
    },
    pinned: () => ({ targets: [], spenders: [] }),
    build: async (quote, context) => {
      const ordered2 = await orderOf(quote, context);
      const { wanted: wanted2, vault } = ordered2;
      if (made === void 0) {
        const { created: created2, again: again3 } = await openAndReadBack(exchange2.order, ordered2, context);
        return toBuilt(exchange2, rules, quote, wanted2, created2, again3, context);
      }
      const { offer, dstAmount } = await askRate(exchange2, wanted2, askWith(context));
      const offers = [wanted2.offer ?? offer, offer];
      const { created, again: again2 } = makeOrder(made, wanted2, offers, vault ?? "");
      return toBuilt(exchange2, made, quote, { ...wanted2, dstAmount }, created, again2, context);
    },
    proofs: [
      {
        kind: "order",
        read: async (claim, context) => {
          if (made !== void 0) {
            return made.facts(claim, await coinsOf(claim, context), askWith(context));
          }
          const { orderId, depositAddress: depositAddress2, depositMemo } = claim;
          const receiver2 = receiverOf(kept2 ?? {}, claim.receiver, claim.dstToken.blockchain) ?? "";
          const key = { orderId, receiver: receiver2, depositAddress: depositAddress2, depositMemo };
          const order3 = await findOpen(key, context);
          if (order3 === null) return null;
          checkContracts(exchange2, order3, claim);
          const tokens3 = await tokensOf(order3, context);
          const known5 = toKnownOrder(rate.amounts, order3, tokens3, receiver2, null);
          return toOrderFacts(rate.amounts, order3, known5, kept2?.facts?.(order3, claim));
        }
      }
    ],
    status: async (_id, ref, context) => {
      const own = readOrderState(ref.providerState);
      return own === null ? foreignStatus(ref, context) : ownStatus(own, ref, context);
    }
  };
}
var init_depositExchange = __esm({
  "src/providers/kits/depositExchange.ts"() {
    "use strict";
    init_errors();
    init_coins();
    init_errors2();
    init_foreign();
    init_offer();
    init_openOrder();
    init_order();
    init_parties();
    init_state();
    init_status();
    init_depositAsk();
    init_depositOrder();
    init_depositRate();
    init_orderSnapshot();
  }
});

// src/providers/relay/relay.json
var relay_default;
var init_relay = __esm({
  "src/providers/relay/relay.json"() {
    relay_default = {
      chains: [
        "ARBITRUM",
        "AVALANCHE",
        "BASE",
        "BERACHAIN",
        "BITCOIN",
        "BLAST",
        "BOBA",
        "BSC",
        "CELO",
        "CRONOS",
        "ETH",
        "GNOSIS",
        "HYPER_EVM",
        "LINEA",
        "MANTA_PACIFIC",
        "MANTLE",
        "METIS",
        "MODE",
        "MONAD",
        "OPTIMISM",
        "PLASMA",
        "POLYGON",
        "SCROLL",
        "SEI",
        "SOLANA",
        "SONEIUM",
        "TAIKO",
        "TON",
        "TRON",
        "UNICHAIN",
        "ZK_SYNC"
      ],
      noRoute: [
        "CHAIN_DISABLED",
        "INVALID_INPUT_CURRENCY",
        "INVALID_OUTPUT_CURRENCY",
        "NO_INTERNAL_SWAP_ROUTES_FOUND",
        "NO_QUOTES",
        "NO_SWAP_ROUTES_FOUND",
        "ROUTE_TEMPORARILY_RESTRICTED",
        "SWAP_IMPACT_TOO_HIGH",
        "UNSUPPORTED_CHAIN",
        "UNSUPPORTED_CURRENCY",
        "UNSUPPORTED_EXECUTION_TYPE",
        "UNSUPPORTED_ROUTE"
      ],
      passing: ["PRICE_FETCH_FAILED", "REQUEST_TIMED_OUT", "RPC_HTTP_ERROR", "SERVICE_UNAVAILABLE"],
      protocolChains: {
        ARBITRUM: "arbitrum",
        AVALANCHE: "avalanche",
        BASE: "base",
        BERACHAIN: "berachain",
        BLAST: "blast",
        BOBA: "boba",
        BSC: "bnb",
        CELO: "celo",
        CRONOS: "cronos",
        ETH: "ethereum",
        GNOSIS: "gnosis",
        HYPER_EVM: "hyperevm",
        LINEA: "linea",
        MANTA_PACIFIC: "manta",
        MANTLE: "mantle",
        METIS: "metis",
        MODE: "mode",
        OPTIMISM: "optimism",
        POLYGON: "polygon",
        SCROLL: "scroll",
        SEI: "sei",
        SONEIUM: "soneium",
        TAIKO: "taiko",
        UNICHAIN: "unichain",
        ZK_SYNC: "zksync"
      },
      routers: [
        "0xb92fe925dc43a0ecde6c8b1a2709c170ec4fff4f",
        "0x9ef6d3c2f60d7b9008d74cab1fc0f899c957c819",
        "0x0729e2a4716d9f7dd17858d5d504426d228697f7",
        "0x6328ea02d28131e58b28e55c6258258a30d90e05"
      ]
    };
  }
});

// src/providers/relay/requests.ts
import * as z7 from "zod/mini";
function toCoin(chainId2, address2, decimals) {
  if (chainId2 == null || address2 == null) return null;
  const code = /^0x/i.test(address2) ? address2.toLowerCase() : address2;
  return { code, network: String(chainId2), decimals };
}
function coinIn(amount) {
  const { chainId: chainId2, address: address2, decimals } = amount?.currency ?? {};
  return toCoin(chainId2, address2, decimals);
}
function toOrder(request3, address2) {
  const { origin, destination } = request3?.data?.route?.quoted ?? {};
  const [paid, out2] = [origin?.inputCurrency, destination?.outputCurrency];
  const place = request3?.depositAddress;
  const orderId = request3?.id ?? address2?.requestId ?? "";
  const told3 = { status: request3?.status ?? "", inTxHashes: [], txHashes: [] };
  return {
    isListed: request3 !== null,
    least: out2?.minimumAmount ?? null,
    orderId,
    src: coinIn(paid) ?? toCoin(address2?.chainId, address2?.currency),
    dst: coinIn(out2),
    amountToSend: paid?.amount,
    dstAmount: out2?.amount,
    depositAddress: place?.address ?? address2?.depositAddress,
    receiver: request3?.recipient,
    refundAddress: request3?.refundTo ?? address2?.refundTo ?? void 0,
    rateType: place?.type ?? address2?.type,
    ...address2 === null ? {} : { secondTerms: registerTerms(address2) },
    progress: toProgress(told3, request3, orderId, out2?.amount ?? null)
  };
}
function registerTerms({ chainId: chainId2, currency, refundTo, ...address2 }) {
  const coin3 = toCoin(chainId2, currency);
  return {
    orderId: address2.requestId,
    srcCoin: coin3 === null ? void 0 : coinKey(coin3),
    depositAddress: address2.depositAddress,
    refundAddress: refundTo ?? void 0,
    rateType: address2.type
  };
}
function needsRequest({ status, txHashes }) {
  const isMissing2 = status === "refund" && (txHashes ?? []).length === 0;
  return status === "waiting" || status === "failure" || isMissing2;
}
function ownerOf(orderId, requests) {
  let current = requests.find(({ id: id2 }) => id2 === orderId) ?? null;
  for (let step = 0; step < requests.length && current !== null; step += 1) {
    const next = current.supersededByRequestId ?? null;
    const found = requests.find(({ id: id2 }) => id2 === next);
    if (found === void 0) break;
    current = found;
  }
  return current?.status === "waiting" ? requests.find(isPaid) ?? current : current;
}
function isPaid({ status, depositAddress: depositAddress2, data }) {
  const isSeen = depositAddress2?.depositTxHash != null || (data?.inTxs ?? []).length > 0;
  return isSeen && status !== "waiting";
}
function toProgress(told3, request3, orderId, agreed) {
  const isMoved = request3 !== null && request3.id !== orderId;
  const { data = null, depositAddress: depositAddress2 } = request3 ?? {};
  const [status, ...rest] = isMoved ? [request3.status] : [told3.status, told3];
  const [second] = rest;
  const ins = [...hashesOf(data?.inTxs), ...second?.inTxHashes ?? []];
  const outs = [...hashesOf(data?.outTxs), ...second?.txHashes ?? []];
  const unfilled = reasonIn(data?.failReason) ?? reasonIn(second?.failReason);
  const unrefunded = reasonIn(data?.refundFailReason) ?? reasonIn(second?.refundFailReason);
  const paid = data?.route?.actual?.destination?.outputCurrency?.amount ?? agreed;
  const isBack = status === "refund" && outs.length > 0;
  const isStuck = (status === "failure" || status === "refund") && !isBack && unrefunded !== null;
  const meaning = isStuck ? "needs_user" : meaningOf(statusMap, status);
  const stuck = `Relay could not send the money back (${unrefunded}); it can be withdrawn at its site.`;
  const failed = unfilled === null ? null : `Relay could not fill the order (${unfilled}).`;
  return {
    status,
    statusOverride: meaning,
    paymentHash: depositAddress2?.depositTxHash ?? ins[0],
    // The last transaction pays the receiver; earlier ones are swaps on the way.
    payoutHashes: outs.toReversed(),
    // A strict order is filled with what was quoted, or sent back.
    payoutAmount: paid,
    refundHashes: outs,
    note: isStuck ? stuck : meaning === "failed" ? failed : null
  };
}
function reasonIn(reason) {
  return reason == null || reason === "" || reason === "N/A" ? null : foreignReason(reason, 60);
}
function hashesOf(transactions) {
  return (transactions ?? []).flatMap(({ txHash }) => txHash ?? []);
}
var text, amountWire, statusWire, transactionsWire, routeWire, requestWire, requestsWire, addressWire, statusMap;
var init_requests = __esm({
  "src/providers/relay/requests.ts"() {
    "use strict";
    init_reason();
    init_wire();
    init_status();
    init_orderSnapshot();
    text = z7.nullish(z7.string());
    amountWire = z7.object({
      currency: z7.nullish(
        z7.object({ chainId: z7.nullish(z7.int()), address: text, decimals: z7.nullish(z7.int()) })
      ),
      amount: wireUint,
      minimumAmount: z7.nullish(wireUint)
    });
    statusWire = z7.object({
      status: z7.string(),
      inTxHashes: z7.nullish(z7.array(z7.string())),
      txHashes: z7.nullish(z7.array(z7.string())),
      /** `N/A` where there is none. */
      failReason: text,
      refundFailReason: text
    });
    transactionsWire = z7.nullish(z7.array(z7.object({ txHash: text })));
    routeWire = z7.nullish(
      z7.object({
        origin: z7.nullish(z7.object({ inputCurrency: z7.nullish(amountWire) })),
        destination: z7.nullish(z7.object({ outputCurrency: z7.nullish(amountWire) }))
      })
    );
    requestWire = z7.object({
      id: z7.string(),
      status: z7.string(),
      recipient: text,
      refundTo: text,
      depositAddress: z7.nullish(z7.object({ address: text, type: text, depositTxHash: text })),
      supersededByRequestId: text,
      data: z7.nullish(
        z7.object({
          failReason: text,
          refundFailReason: text,
          inTxs: transactionsWire,
          outTxs: transactionsWire,
          route: z7.nullish(z7.object({ quoted: routeWire, actual: routeWire }))
        })
      )
    });
    requestsWire = z7.object({ requests: z7.array(requestWire) });
    addressWire = z7.object({
      depositAddress: z7.string(),
      type: z7.string(),
      requestId: z7.string(),
      chainId: z7.int(),
      currency: text,
      refundTo: text
    });
    statusMap = {
      waiting: "awaiting",
      depositing: "confirming",
      pending: "exchanging",
      submitted: "sending",
      delayed: "held",
      success: "done",
      failure: "failed",
      refund: "refunded"
    };
  }
});

// src/providers/relay/relay.ts
import * as z8 from "zod/mini";
function createRelayProvider(options) {
  const { baseUrl: baseUrl4, apiKey = null, pause } = options;
  const hasKey = apiKey !== null;
  const readRequests = async (by, ask) => {
    if (!hasKey) return [];
    const query = { ...by, sortBy: "updatedAt", sortDirection: "desc", limit: "20" };
    const what = "The requests of Relay";
    return (await ask.read({ path: "/requests/v3", query }, requestsWire, what, [404]))?.requests ?? [];
  };
  const look = async ({ orderId, depositAddress: depositAddress2 }, ask, isClaim) => {
    if (isClaim && !hasKey) throw needsKey("shows who receives an order");
    const requests = await readRequests({ depositAddress: depositAddress2 }, ask);
    const request3 = requests.find(({ id: id2 }) => id2 === orderId) ?? null;
    if (request3?.refundTo != null) return toOrder(request3, null);
    const call3 = { path: "/deposit-addresses/v1", query: { requestId: orderId } };
    const address2 = await ask.read(call3, addressWire, "The deposit address of Relay", [404]);
    return address2 === null || isClaim && request3 === null ? null : toOrder(request3, address2);
  };
  const readOwner = async (id2, address2, ask) => {
    try {
      const by = { depositAddress: address2, includeChildRequests: "true" };
      return ownerOf(id2, await readRequests(by, ask));
    } catch (thrown) {
      if (thrown instanceof SwaprouteError && thrown.code !== "INTERRUPTED") return null;
      throw thrown;
    }
  };
  return depositExchange({
    id: "relay",
    ...names,
    hasKey,
    baseUrl: baseUrl4,
    headers: () => apiKey === null ? {} : { "x-api-key": apiKey },
    pause,
    list: { call: () => ({ path: "/chains" }), wire: chainsWire, what: "The chains of Relay" },
    coins: {
      blockchains,
      serves: ({ blockchain }) => blockchains.includes(blockchain),
      find: async (token2, _side, load2, context) => coinOf(token2, load2, context),
      tokenOf: async (coin3, _load, context) => tokenOf(coin3, context)
    },
    parties: { takesMemo: false, needsRefund: true },
    rate: {
      names: { market: "EXACT_INPUT" },
      amounts: "units",
      parties: anyParties,
      call: (wanted2) => {
        const body2 = requestBody(wanted2, hasKey);
        return { path: "/price", body: body2, older: { path: "/quote/v2", body: body2 } };
      },
      answer: () => z8.pipe(priceWire, z8.transform(toRate)),
      refusal: toRefusal,
      usualSeconds: 0
    },
    order: {
      path: "/quote/v2",
      body: (wanted2) => ({ ...requestBody(wanted2, hasKey), strict: true }),
      created: z8.pipe(orderWire, z8.transform(toCreated)),
      look: (key, ask, wanted2) => look(key, ask, wanted2 === void 0),
      track: async ({ orderId, depositAddress: depositAddress2, dstAmount }, _ref, ask) => {
        const call3 = { path: "/intents/status/v3", query: { requestId: orderId } };
        const told3 = await ask.read(call3, statusWire, "The status of Relay", [404]);
        if (told3 === null || told3.status === "unknown") return null;
        const request3 = needsRequest(told3) ? await readOwner(orderId, depositAddress2, ask) : null;
        const progress = toProgress(told3, request3, orderId, dstAmount);
        return { orderId, depositAddress: request3?.depositAddress?.address, progress };
      },
      search: {
        isIt: (id2) => /^0x[0-9a-fA-F]{64}$/.test(id2),
        // Searches request ids and the hashes of all their transactions.
        find: async (term, ask) => {
          if (!hasKey) throw needsKey("finds orders that were opened elsewhere");
          const [found] = await readRequests({ term }, ask);
          return found === void 0 ? null : toOrder(found, null);
        }
      },
      mayOmit: [...toldOfOpen, "depositMemo", "receiverMemo", "refundAddress", "refundMemo"],
      asked: () => ({ rateType: void 0 }),
      required: requiredOf,
      facts: ({ rateType, refundAddress, least: least2 }) => ({
        refundAddress: refundAddress ?? void 0,
        ...isKnownType(rateType) ? {} : { srcAmount: void 0 },
        // An open address guarantees only the minimum of its quote.
        ...rateType === "open" ? { dstAmount: least2 ?? void 0 } : {}
      }),
      number: /^0x[0-9a-fA-F]{64}$/
    },
    statusMap
  });
}
function chainIdOf(blockchain, context) {
  return otherChains[blockchain]?.id ?? context.chainId(blockchain);
}
async function coinOf(token2, load2, context) {
  const id2 = chainIdOf(token2.blockchain, context);
  if (id2 === null) return null;
  const native2 = nativeOf(token2.blockchain);
  if (!token2.native || native2 !== null) return toCoin(id2, token2.native ? native2 : token2.address);
  const chain = (await load2()).chains.find((listed2) => listed2.id === id2);
  const isClosed = chain?.disabled === true || chain?.depositEnabled === false;
  return isClosed ? null : toCoin(id2, chain?.currency?.address);
}
function nativeOf(blockchain) {
  if (isEvmChain(chainById(blockchain))) return zeroAddress;
  return otherChains[blockchain]?.native ?? null;
}
function tokenOf({ code, network, decimals }, context) {
  const blockchain = blockchains.find((id2) => String(chainIdOf(id2, context)) === network);
  if (blockchain === void 0 || decimals == null) return null;
  const native2 = nativeOf(blockchain)?.toLowerCase() === code.toLowerCase();
  return { blockchain, address: code, symbol: "", name: "", decimals, listed: false, native: native2 };
}
function requestBody({ request: request3, ...wanted2 }, hasKey) {
  const { src, dst, receiver: receiver2, refund: refund2 } = wanted2;
  const { srcToken, dstToken } = request3;
  return {
    user: refund2?.address,
    recipient: receiver2?.address,
    originChainId: Number(src.network),
    destinationChainId: Number(dst.network),
    originCurrency: srcToken.native ? src.code : srcToken.address,
    destinationCurrency: dstToken.native ? dst.code : dstToken.address,
    amount: wanted2.wireAmount,
    tradeType: wanted2.rateName,
    useDepositAddress: true,
    refundTo: refund2?.address,
    slippageTolerance: String(wanted2.slippageBps),
    // A referrer without a key gets a 401.
    referrer: hasKey ? request3.referrer : null
  };
}
function toRate({ details: details2 }) {
  const { currencyIn: currencyIn2, currencyOut: currencyOut2, totalImpact, timeEstimate } = details2;
  const percent2 = Number(totalImpact?.percent ?? Number.NaN);
  return {
    ...outOf(details2),
    srcAmount: currencyIn2.amount,
    src: coinIn(currencyIn2),
    dst: coinIn(currencyOut2),
    durationSeconds: timeEstimate ?? 0,
    // Relay counts a gain as positive; here a loss is.
    priceImpactPercent: Number.isFinite(percent2) ? 0 - percent2 : null
  };
}
function outOf({ currencyOut: currencyOut2 }) {
  const { amount, minimumAmount } = currencyOut2;
  return { dstAmount: amount, dstMinAmount: minimumAmount ?? amount };
}
function toRefusal(_status, body2) {
  const parsed = z8.safeParse(errorWire, body2);
  const { errorCode, message } = parsed.success ? parsed.data : {};
  if (errorCode == null) return { kind: "no-offer" };
  if (errorCode === "AMOUNT_TOO_LOW") return { side: "low" };
  if (errorCode === "INSUFFICIENT_LIQUIDITY") return { side: "high" };
  if (relay_default.passing.includes(errorCode)) return { kind: "outage" };
  return relay_default.noRoute.includes(errorCode) ? { kind: "none", reason: message } : { kind: "refused" };
}
function toCreated({ steps, details: details2 }) {
  const { currencyIn: currencyIn2, currencyOut: currencyOut2, recipient } = details2;
  const step = steps.find(
    ({ requestId: requestId3, depositAddress: depositAddress2 }) => requestId3 != null && (depositAddress2 ?? "") !== ""
  );
  return {
    ...outOf(details2),
    orderId: step?.requestId ?? "",
    src: coinIn(currencyIn2),
    dst: coinIn(currencyOut2),
    amountToSend: currencyIn2.amount,
    depositAddress: step?.depositAddress,
    receiver: recipient
  };
}
function requiredOf({ rateType, least: least2, isListed }, agreedLeast) {
  if (least2 !== null && least2 < agreedLeast) {
    throw unsafe("D3", names, "now returns a lower minimum for the order", "dstAmount");
  }
  if (rateType == null || rateType === "strict") return ["refundAddress"];
  if (!isKnownType(rateType)) {
    throw unsafe("D3", names, "opened an order with a different kind of rate", "rateType");
  }
  if (!isListed) {
    const what = `opened an address for any amount, whose order can be read back only with a key (${names.keyVariable})`;
    throw unsafe("D3", names, what, "rateType");
  }
  if (least2 === null) {
    throw unsafe(
      "D3",
      names,
      "did not return the minimum when the order was read back",
      "dstAmount"
    );
  }
  return ["refundAddress", ...toldOfOpen];
}
function isKnownType(type) {
  return type === "strict" || type === "open";
}
function needsKey(what) {
  const text4 = `Relay ${what} only with a key: ${names.keyVariable}.`;
  const hint = "Create an account at Relay to get a key.";
  return new SwaprouteError("UPSTREAM_REFUSED", text4, { hint });
}
var names, blockchains, otherChains, text2, chainsWire, priceWire, orderWire, errorWire, toldOfOpen;
var init_relay2 = __esm({
  "src/providers/relay/relay.ts"() {
    "use strict";
    init_chains2();
    init_blockchainIds();
    init_errors();
    init_token();
    init_neutral();
    init_openOrder();
    init_order();
    init_depositExchange();
    init_relay();
    init_requests();
    names = { name: "Relay", keyVariable: "SWAPROUTE_RELAY_API_KEY" };
    blockchains = relay_default.chains.filter(isBlockchainId);
    otherChains = {
      BITCOIN: { id: 8253038, native: "bc1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqmql8k8" },
      SOLANA: { id: 792703809, native: "11111111111111111111111111111111" },
      TON: { id: 224235520, native: null },
      TRON: { id: 728126428, native: "T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb" }
    };
    text2 = z8.nullish(z8.string());
    chainsWire = z8.object({
      chains: z8.array(
        z8.object({
          id: z8.int(),
          disabled: z8.nullish(z8.boolean()),
          depositEnabled: z8.nullish(z8.boolean()),
          currency: z8.nullish(z8.object({ address: text2 }))
        })
      )
    });
    priceWire = z8.object({
      details: z8.object({
        recipient: text2,
        currencyIn: amountWire,
        currencyOut: amountWire,
        totalImpact: z8.nullish(z8.object({ percent: text2 })),
        timeEstimate: z8.nullish(z8.number().check(z8.nonnegative()))
      })
    });
    orderWire = z8.object({
      /** No address where a step is paid differently. */
      steps: z8.array(z8.object({ requestId: z8.nullish(wireOrderId), depositAddress: text2 })),
      details: priceWire.shape.details
    });
    errorWire = z8.object({ message: text2, errorCode: text2 });
    toldOfOpen = ["srcCoin", "dstCoin", "amountToSend", "receiver", "dstAmount"];
  }
});

// src/chains/evm/calls.ts
function call(signature, read, tail) {
  return {
    signature,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- decoded by the same signature
    read,
    ...tail === void 0 ? {} : { tail }
  };
}
function renamed(method, name2) {
  return { ...method, signature: method.signature.replace(/^function \w+/, `function ${name2}`) };
}
function mapped(method, change) {
  return { ...method, read: (args, inside) => change(method.read(args, inside)) };
}
function unsafeCall(provider4, what, cause) {
  return new SwaprouteError("UNSAFE_ROUTE", `The call of ${provider4} ${what}. (check E8)`, {
    hint: "Nothing was signed. Get a new quote, or choose another provider with --provider.",
    context: { check: "E8" },
    cause
  });
}
var init_calls = __esm({
  "src/chains/evm/calls.ts"() {
    "use strict";
    init_errors();
  }
});

// src/chains/evm/structs.ts
var structs_exports = {};
__export(structs_exports, {
  decodeStruct: () => decodeStruct,
  encodeStruct: () => encodeStruct
});
import {
  decodeAbiParameters,
  encodeAbiParameters,
  hashStruct
} from "viem";
function encodeStruct({ types, name: name2, value }) {
  return encodeAbiParameters([parameterOf(types, name2, "")], [value]);
}
function decodeStruct(types, name2, data) {
  const parameters = [parameterOf(types, name2, "")];
  const [value] = decodeAbiParameters(parameters, data);
  if (encodeAbiParameters(parameters, [value]) !== data) return null;
  return { value, hash: hashStruct({ types: copyOf(types), primaryType: name2, data: value }) };
}
function parameterOf(types, type, name2) {
  const [base = "", list = ""] = type.split(/(?=\[\])/);
  const members = types[base];
  if (members === void 0) return { name: name2, type };
  const components = members.map((member) => parameterOf(types, member.type, member.name));
  return { name: name2, type: `tuple${list}`, components };
}
function copyOf(types) {
  return Object.fromEntries(
    Object.entries(types).map(([name2, members]) => [
      name2,
      members.map((member) => ({ ...member }))
    ])
  );
}
var init_structs = __esm({
  "src/chains/evm/structs.ts"() {
    "use strict";
  }
});

// src/chains/evm/readCall.ts
var readCall_exports = {};
__export(readCall_exports, {
  readCall: () => readCall
});
import {
  decodeAbiParameters as decodeAbiParameters2,
  decodeFunctionData,
  encodeAbiParameters as encodeAbiParameters2,
  encodeFunctionData,
  parseAbi,
  parseAbiParameters,
  toFunctionSelector
} from "viem";
function readCall(provider4, calls, data) {
  if (!isHexData(data)) throw unsafeCall(provider4, "cannot be read");
  const text4 = `0x${data.slice(2).toLowerCase()}`;
  const within = {
    call: (nested, bytes) => readCall(provider4, nested, bytes),
    values: (types, bytes) => readValues(provider4, types, bytes)
  };
  for (const { signature, read, tail } of calls) {
    const { abi: abi3, name: name2, selector } = methodOf(signature);
    if (!text4.startsWith(selector)) continue;
    try {
      const { args = [] } = decodeFunctionData({ abi: abi3, data: text4 });
      const again2 = encodeFunctionData({ abi: abi3, functionName: name2, args });
      const rest = text4.startsWith(again2) ? text4.slice(again2.length) : null;
      if (rest === null || !(rest === "" || tail?.test(rest) === true)) {
        throw unsafeCall(provider4, "has data besides its arguments");
      }
      const inside = {
        ...within,
        attached: (types, struct) => readAttached(provider4, types, struct, rest)
      };
      return { method: name2, ...read(args.map(inLowerCase), inside) };
    } catch (thrown) {
      if (thrown instanceof SwaprouteError) throw thrown;
      throw unsafeCall(provider4, "cannot be read", thrown);
    }
  }
  throw unsafeCall(
    provider4,
    calls.length === 0 ? "goes to a contract of a different owner" : "uses a method this program does not know"
  );
}
function readValues(provider4, types, data) {
  const parameters = parseAbiParameters(types);
  const text4 = `0x${data.slice(2).toLowerCase()}`;
  const values = decodeAbiParameters2(parameters, text4);
  if (encodeAbiParameters2(parameters, values) !== text4) {
    throw unsafeCall(provider4, "has data besides its arguments");
  }
  return values.map(inLowerCase);
}
function readAttached(provider4, types, name2, digits2) {
  const struct = decodeStruct(types, name2, `0x${digits2}`);
  if (struct === null) throw unsafeCall(provider4, "has data besides its arguments");
  return { value: inLowerCase(struct.value), hash: struct.hash };
}
function methodOf(signature) {
  const known5 = methods.get(signature);
  if (known5 !== void 0) return known5;
  const abi3 = parseAbi([signature]);
  const [item] = abi3;
  if (item?.type !== "function") throw new Error(`not the signature of a function: ${signature}`);
  const method = { abi: abi3, name: item.name, selector: toFunctionSelector(item) };
  methods.set(signature, method);
  return method;
}
function inLowerCase(value) {
  if (typeof value === "string") return /^0x[\da-f]*$/i.test(value) ? value.toLowerCase() : value;
  if (Array.isArray(value)) return value.map(inLowerCase);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one2]) => [key, inLowerCase(one2)]));
}
var methods;
var init_readCall = __esm({
  "src/chains/evm/readCall.ts"() {
    "use strict";
    init_errors();
    init_calls();
    init_hex();
    init_structs();
    methods = /* @__PURE__ */ new Map();
  }
});

// src/providers/kits/paidCall.ts
async function readCallStatus(blockchain, hash3, exchange2, context) {
  const paid = await readPaidCall(blockchain, hash3, exchange2, context);
  switch (paid.kind) {
    case "missing":
      return { status: "NOT_FOUND", destinationTxHash: null };
    case "foreign": {
      const note = "The transaction does not call a contract of this exchange.";
      return { status: "NOT_FOUND", destinationTxHash: null, note };
    }
    case "waiting": {
      const note = paid.note === void 0 ? {} : { note: paid.note };
      return { status: "PENDING", destinationTxHash: null, ...note };
    }
    case "reverted":
      return { status: "FAIL", destinationTxHash: null, providerStatus: "0x0" };
    case "mined": {
      const receivedAmount = readReceived(exchange2, paid);
      const status = {
        status: "SUCCESS",
        destinationTxHash: hash3,
        providerStatus: "0x1"
      };
      return receivedAmount === null ? status : { ...status, receivedAmount };
    }
    default:
      return paid;
  }
}
async function readPaidCall(blockchain, hash3, exchange2, context) {
  const { receipt, transaction: transaction2 } = await createEvmReader(context).readStored(blockchain, hash3, {
    recent: true
  });
  const known5 = transaction2 ?? receipt;
  if (known5 === null) return { kind: "missing" };
  const { from } = known5;
  const to = known5.to ?? null;
  if (to === null || !exchange2.contracts.some((contract) => isSameAddress(contract, to))) {
    return { kind: "foreign" };
  }
  if (receipt === null) return { kind: "waiting" };
  const seen = transaction2?.blockHash;
  if (seen !== void 0 && !isSameAddress(seen ?? "", receipt.blockHash)) {
    const note = seen === null ? "The node is still adding the transaction to its block." : "The node contradicts itself about the block of the transaction.";
    return { kind: "waiting", note };
  }
  if (receipt.succeeded === null) return { kind: "waiting" };
  if (!receipt.succeeded) return { kind: "reverted" };
  const call3 = await readAnyCall(exchange2.calls(to), transaction2?.input ?? "0x");
  return { kind: "mined", from, to, call: call3, logs: receipt.logs };
}
function readReceived({ unwrapping }, { from, to, call: call3, logs }) {
  if (call3 === null || call3.dstToken === null) return null;
  const recipient = call3.recipient ?? from;
  if (call3.dstToken !== zeroAddress) {
    return tokensSentTo(logs, call3.dstToken, recipient);
  }
  const unwrapped2 = unwrapping(to, from);
  return unwrapped2 === null ? null : unwrappedBy(logs, unwrapped2.wrapped, unwrapped2.account);
}
async function readAnyCall(calls, input) {
  const { readCall: readCall3 } = await Promise.resolve().then(() => (init_readCall(), readCall_exports));
  try {
    return readCall3("the exchange", calls, input);
  } catch (thrown) {
    if (thrown instanceof SwaprouteError) return null;
    throw thrown;
  }
}
var init_paidCall = __esm({
  "src/providers/kits/paidCall.ts"() {
    "use strict";
    init_addresses2();
    init_errors();
    init_token();
    init_evm2();
    init_logs();
  }
});

// src/providers/types.ts
function proofOf({ proofs }, kind) {
  const found = proofs.find((proof) => proof.kind === kind);
  return found ?? null;
}
var init_types = __esm({
  "src/providers/types.ts"() {
    "use strict";
  }
});

// src/providers/kits/callStatus.ts
function paidContracts(provider4, id2, blockchain, { chainId: chainId2 }) {
  const chainOf4 = (number8) => chainOfNumber(number8, chainId2);
  return {
    contracts: provider4.pinned(id2, blockchain).targets,
    calls: (to) => proofOf(provider4, "calls")?.calls({ blockchain, to, chainOf: chainOf4 }) ?? [],
    // It is unknown which of the route's contracts unwraps.
    unwrapping: () => null
  };
}
var init_callStatus = __esm({
  "src/providers/kits/callStatus.ts"() {
    "use strict";
    init_chains2();
    init_paidCall();
    init_types();
  }
});

// src/providers/kits/service.ts
function nameOf({ name: name2, keyVariable }) {
  return { name: name2, keyVariable: keyVariable ?? null };
}
async function askService(service, ask, request3, context, limits2) {
  const answer = await exchange(service, ask, context);
  const refused2 = service.refusal?.(answer.body, request3) ?? null;
  if (refused2 === null && answer.status < 400) return readAnswer2(service, ask, answer.body);
  const meaning = meaningOf2(service, refused2);
  if (meaning !== "AMOUNT_TOO_LOW" && meaning !== "AMOUNT_TOO_HIGH") {
    throw refusedError(service, ask, answer, refused2, meaning);
  }
  const told3 = refused2?.limits ?? (limits2 === void 0 ? null : await askLimits(service, limits2, context));
  throw amountError(service, meaning, request3, told3);
}
async function askOrder(service, ask, context) {
  const { status, body: body2 } = await exchange(service, ask, context);
  if (status === 404) return null;
  if (status >= 400) throw answerError(nameOf(service), status, body2, service.hasKey);
  return readAnswer2(service, ask, body2);
}
async function askLimits(service, ask, context) {
  try {
    return await askOrder(service, ask, context);
  } catch (thrown) {
    if (thrown instanceof SwaprouteError) return null;
    throw thrown;
  }
}
async function exchange({ name: name2, headers = {} }, { url, body: body2, method = body2 === void 0 ? "GET" : "POST", effect = "read" }, { http, signal }) {
  const answer = await http.send({
    method,
    url,
    headers: { ...headers },
    ...body2 === void 0 ? {} : { body: body2 },
    effect,
    signal
  });
  if (answer.status !== 429) return answer;
  throw new SwaprouteError("RATE_LIMITED", `${name2} is limiting requests.`, {
    hint: "Try again later.",
    context: { status: 429 }
  });
}
function readAnswer2({ name: name2 }, { read }, body2) {
  const envelope = envelopeError(body2);
  if (envelope !== null) {
    throw new SwaprouteError("UPSTREAM_FAILED", `${name2} answered with an error: "${envelope}".`);
  }
  try {
    return read(body2);
  } catch (thrown) {
    if (thrown instanceof SwaprouteError) throw thrown;
    throw new SwaprouteError("UPSTREAM_FAILED", `The answer of ${name2} cannot be used.`, {
      cause: thrown
    });
  }
}
function meaningOf2({ refusals = {} }, refused2) {
  const isKnown = refused2 !== null && Object.hasOwn(refusals, refused2.code);
  return isKnown ? refusals[refused2.code] ?? null : null;
}
function amountError(service, meaning, { srcToken }, told3) {
  const name2 = nameOf(service);
  const [min, max] = meaning === "AMOUNT_TOO_LOW" ? [told3?.min ?? null, null] : [null, told3?.max ?? null];
  const beyond = max === null ? -1n : max + 1n;
  return limitError(name2, beyond, srcToken, { min, max }) ?? unnamedLimit(name2, meaning, srcToken);
}
function refusedError(service, { refusedIs }, { status, body: body2 }, refused2, meaning) {
  const named = nameOf(service);
  const reason = refused2?.reason == null ? null : foreignReason(refused2.reason);
  const said = reason === null ? "" : ` It says: "${reason}".`;
  switch (meaning) {
    case "NO_ROUTE":
      return noRoute(named, reason);
    case "PRICE_MOVED":
      return new SwaprouteError(
        "PRICE_MOVED",
        `${named.name} no longer offers this price.${said}`,
        {
          hint: "Nothing was paid. Get a new quote and accept it."
        }
      );
    case null: {
      const toError = refusedIs === "NO_ROUTE" ? quoteError : answerError;
      if (status >= 400) return toError(named, status, body2, service.hasKey);
      return new SwaprouteError("UPSTREAM_REFUSED", `${named.name} refused the request.${said}`, {
        context: { status }
      });
    }
    default:
      return meaning;
  }
}
var init_service = __esm({
  "src/providers/kits/service.ts"() {
    "use strict";
    init_errors();
    init_reason();
    init_errors2();
  }
});

// src/providers/kits/bridgeStatus.ts
async function bridgeStatus(following, ref, context) {
  const { bridge } = following;
  const { name: name2 } = bridge;
  const own = readOrderState(ref.providerState);
  const given = ref.srcTxHash !== null && isEvmHash(ref.srcTxHash) ? ref.srcTxHash : null;
  const ownId = own === null || own.orderId === "" ? null : own.orderId;
  const key = { orderId: ownId ?? ref.orderId, hash: given };
  if (key.orderId === null && key.hash === null) return { status: "NOT_FOUND", ...nowhere2 };
  const answer = await askAbout(bridge, key, context);
  const order3 = answer.kind === "known" ? answer.order : null;
  const srcBlockchain = sourceOf(following, order3, own, ref);
  const hash3 = given ?? order3?.srcTxHash ?? null;
  const source = await readSource(following, srcBlockchain, hash3, own, context);
  const place = { sourceBlockchain: srcBlockchain };
  const word2 = order3 === null ? {} : { providerStatus: foreignReason(order3.status, 40) };
  const still = (note) => ({
    ...waiting(own, ref, context),
    ...place,
    ...word2,
    note
  });
  switch (source.kind) {
    case "reverted":
      return {
        status: "FAIL",
        ...nowhere2,
        ...place,
        note: "The source transaction failed; nothing was paid."
      };
    case "foreign":
      return {
        status: "NOT_FOUND",
        ...nowhere2,
        note: `The transaction does not call a contract of ${name2}.`
      };
    case "waiting":
      return still(source.note ?? "The source transaction is not confirmed yet.");
    case "missing":
      if (order3 !== null) return still("The node does not know the transaction yet.");
      return unseen2(answer, own, ref, context);
    case "unreadable":
    case "mined":
      break;
    default:
      return source;
  }
  if (own !== null && source.kind === "mined" && !isPaymentOf(own, source)) {
    const note = "The transaction pays a different amount than this swap.";
    return { status: "NOT_FOUND", ...nowhere2, note };
  }
  if (order3 === null) {
    if (source.kind === "unreadable") return unseen2(answer, own, ref, context);
    return still(
      answer.kind === "silent" ? `The payment is on the source chain; ${name2} does not answer.` : `The payment is on the source chain; ${name2} does not list it yet.`
    );
  }
  if (own === null && source.kind === "unreadable") {
    return still(`Without an RPC address for ${srcBlockchain} nothing can be confirmed.`);
  }
  const known5 = own ?? (source.kind === "mined" ? toKnown(source, order3, srcBlockchain, ref) : null);
  if (known5 === null) return still("What was ordered cannot be read from the payment.");
  const meaning = Object.hasOwn(bridge.statusMap, order3.status) ? bridge.statusMap[order3.status] ?? "unknown" : "unknown";
  const reading = {
    word: order3.status,
    meaning,
    srcTxHash: order3.srcTxHash,
    payoutHashes: order3.payoutHashes,
    payoutAmount: order3.payoutAmount,
    refundHashes: order3.refundHashes,
    ...order3.note === void 0 ? {} : { note: foreignReason(order3.note) }
  };
  const status = await toDepositStatus(nameOf(bridge), reading, known5, ref, context);
  return { ...place, ...status };
}
async function askAbout(bridge, key, context) {
  try {
    const order3 = await bridge.findOrder(key, (ask) => askOrder(bridge, ask, context));
    if (order3 === null || !isAbout2(order3, key)) return { kind: "unknown" };
    return { kind: "known", order: order3 };
  } catch (thrown) {
    const isOutage = thrown instanceof SwaprouteError && (thrown.code === "UPSTREAM_FAILED" || thrown.code === "RATE_LIMITED");
    if (isOutage) return { kind: "silent", error: thrown };
    throw thrown;
  }
}
function isAbout2({ orderId, srcTxHash }, key) {
  const fits = (named, asked) => named === null || asked === null || named.toLowerCase() === asked.toLowerCase();
  return fits(orderId, key.orderId) && fits(srcTxHash, key.hash);
}
function sourceOf({ bridge, numberOf: numberOf2 }, order3, own, ref) {
  const { srcChain } = order3 ?? {};
  if (own !== null || ref.startedAtMs !== null || srcChain === void 0) return ref.srcBlockchain;
  return bridge.blockchains.find((one2) => numberOf2(one2) === srcChain) ?? ref.srcBlockchain;
}
async function readSource({ bridge: { id: id2 }, provider: provider4 }, blockchain, hash3, own, context) {
  if (hash3 === null || !isEvmHash(hash3) || !context.rpc.has(blockchain)) {
    return { kind: "unreadable" };
  }
  const paid = paidContracts(provider4, id2, blockchain, context);
  const built = own?.own["contract"];
  const contracts = built === void 0 ? paid.contracts : [...paid.contracts, built];
  return await readPaidCall(blockchain, hash3, { ...paid, contracts }, context);
}
function isPaymentOf({ srcAmount }, { call: call3 }) {
  return call3 === null || call3.amountIn === null || call3.amountIn === srcAmount;
}
function toKnown({ from, call: call3 }, { orderId }, srcBlockchain, { startedAtMs }) {
  if (call3 === null) return null;
  const srcToken = findToken(srcBlockchain, call3.srcToken);
  const dstToken = findToken(call3.dst === "same" ? srcBlockchain : call3.dst, call3.dstToken);
  if (srcToken === null || dstToken === null) return null;
  return {
    orderId: orderId ?? "",
    depositAddress: "",
    depositMemo: null,
    receiver: call3.recipient ?? from,
    refundAddress: call3.refundTo ?? from,
    srcToken: toOrderToken(srcToken),
    dstToken: toOrderToken(dstToken),
    srcAmount: call3.amountIn,
    dstAmount: call3.minOut,
    createdAtMs: startedAtMs,
    expiresAtMs: null,
    own: {}
  };
}
function findToken(blockchain, address2) {
  if (address2 === null) return null;
  const isIt = (token2) => isSameAccount(blockchain, token2.address, address2);
  return builtInTokens(blockchain).find(isIt) ?? null;
}
function unseen2(answer, own, ref, context) {
  const startedAtMs = ref.startedAtMs ?? own?.createdAtMs ?? null;
  if (startedAtMs === null && answer.kind === "silent") throw answer.error;
  const isYoung = startedAtMs !== null && context.now() - startedAtMs < graceMs;
  return { status: isYoung ? "PENDING" : "NOT_FOUND", ...nowhere2 };
}
function waiting(own, ref, context) {
  const startedAtMs = ref.startedAtMs ?? own?.createdAtMs ?? null;
  const longMs = Math.max(leastLongMs2, 4e3 * (ref.durationSeconds ?? 0));
  const isLate = startedAtMs !== null && context.now() - startedAtMs > longMs;
  return { status: isLate ? "LONG_PENDING" : "PENDING", ...nowhere2 };
}
function isEvmHash(text4) {
  return isTransactionHash("ETH", text4);
}
var graceMs, leastLongMs2, nowhere2;
var init_bridgeStatus = __esm({
  "src/providers/kits/bridgeStatus.ts"() {
    "use strict";
    init_accountKey();
    init_tokens2();
    init_errors();
    init_reason();
    init_hashes();
    init_state();
    init_status();
    init_paidCall();
    init_callStatus();
    init_service();
    graceMs = 5 * 6e4;
    leastLongMs2 = 30 * 6e4;
    nowhere2 = { destinationTxHash: null };
  }
});

// src/providers/kits/builtCall.ts
async function readDeclaredCall(provider4, id2, at4, { chainId: chainId2 }) {
  const { readCall: readCall3 } = await Promise.resolve().then(() => (init_readCall(), readCall_exports));
  const { blockchain, to, data } = at4;
  const chainOf4 = (number8) => chainOfNumber(number8, chainId2);
  const calls = proofOf(provider4, "calls")?.calls({ blockchain, to, chainOf: chainOf4 }) ?? [];
  return readCall3(id2, calls, data);
}
async function checkBuiltCall(provider4, built, quote, context) {
  const { provider: id2, request: request3, swapType, dstMinAmount } = quote;
  const { transaction: transaction2 } = built;
  if (transaction2.kind !== "evm") throw refusedCall(id2, "E2", "is for another kind of chain");
  const { blockchain } = request3.srcToken;
  checkContracts2(provider4.pinned(id2, blockchain), transaction2, quote);
  checkValue(provider4.pinned(id2, blockchain), transaction2, built, quote);
  if (proofOf(provider4, "opaque") !== null) {
    if (swapType !== "on-chain") throw refusedCall(id2, "E8", "crosses chains and cannot be read");
    if (built.dstMinAmount < dstMinAmount) throw refusedCall(id2, "E9", lessThanAccepted);
    return null;
  }
  const call3 = await readDeclaredCall(provider4, id2, { ...transaction2, blockchain }, context);
  checkTerms(call3, built, quote);
  checkPowers(call3, quote);
  return call3;
}
function checkContracts2({ targets, spenders }, { to, approvalAddress }, { provider: id2, request: request3 }) {
  if (!isOneOf2(to, targets))
    throw refusedCall(id2, "E2", `goes to ${to}, which is not one of its contracts`);
  if (approvalAddress === null) return;
  if (request3.srcToken.native) {
    throw refusedCall(id2, "E3", "asks for an approval of a native coin, which needs none");
  }
  if (!isOneOf2(approvalAddress, spenders)) {
    throw refusedCall(id2, "E3", `asks to approve ${approvalAddress}`);
  }
}
function checkValue({ mostFixedFee = 0n }, { value }, { fees }, { provider: id2, request: request3, fees: quoted2 }) {
  const { srcToken, srcAmount } = request3;
  const fee = fees.protocolFixed + fees.providerFixed;
  if (value !== (srcToken.native ? srcAmount : 0n) + fee) {
    throw refusedCall(id2, "E5", `sends ${value} native units`);
  }
  if (fee > mostFixedFee) {
    throw refusedCall(id2, "E5", "takes a fixed fee that is not known for this provider");
  }
  if (fee > mulDivDown(quoted2.protocolFixed + quoted2.providerFixed, 102n, 100n)) {
    throw refusedCall(id2, "E5", "takes a fee that rose by more than 2% since the quote");
  }
}
function checkTerms(call3, { dstMinAmount }, { provider: id2, request: request3, swapType, dstMinAmount: acceptedMin }) {
  const { srcToken, dstToken, srcAmount, fromAddress, receiver: receiver2, refundAddress } = request3;
  const refuse4 = (check, what) => refusedCall(id2, check, what);
  const { blockchain } = dstToken;
  const crossChain = swapType === "cross-chain";
  const payee = receiver2 ?? fromAddress ?? "";
  const paid = call3.recipient ?? fromAddress ?? "";
  if (!isSameAccount(blockchain, paid, payee)) {
    throw refuse4("E8", `pays ${paid} instead of the receiver`);
  }
  if (call3.dst !== (crossChain ? blockchain : "same")) {
    throw refuse4("E8", call3.dst === "same" ? "pays out on its own chain" : `pays on ${call3.dst}`);
  }
  if (!isOneOf2(call3.srcToken ?? "", namesOf(srcToken)))
    throw refuse4("E8", "spends a different token");
  const bought = crossChain ? namesOf(dstToken) : [dstToken.address];
  const fits = call3.dstIsCoin === true && dstToken.native || bought.some((name2) => isSameAccount(blockchain, name2, call3.dstToken ?? ""));
  if (!fits) throw refuse4("E8", "pays a different token");
  const spent = call3.amountIn ?? (srcToken.native ? srcAmount : null);
  if (spent !== srcAmount) throw refuse4("E5", "spends a different amount");
  if (call3.refundTo !== null && !isOneOf2(call3.refundTo, [fromAddress ?? "", refundAddress ?? ""])) {
    throw refuse4("E8", `would pay a refund to ${call3.refundTo}`);
  }
  if ((call3.minOut ?? 0n) < dstMinAmount) throw refuse4("E9", "guarantees less than it claims");
  if (dstMinAmount < acceptedMin) throw refuse4("E9", lessThanAccepted);
}
function checkPowers({ powers = [] }, { provider: id2, request: request3 }) {
  const { srcToken, dstToken, fromAddress, receiver: receiver2, refundAddress } = request3;
  const payer2 = [fromAddress ?? "", refundAddress ?? ""];
  const payee = receiver2 ?? fromAddress ?? "";
  for (const { may, holder, blockchain } of powers) {
    const own = [
      ...blockchain === srcToken.blockchain ? payer2 : [],
      ...blockchain === dstToken.blockchain ? [payee] : []
    ];
    if (own.some((account2) => isSameAccount(blockchain, account2, holder))) continue;
    throw refusedCall(id2, "E8", `lets ${holder} ${may} the order`);
  }
}
function checkTimes({ deadlineSeconds: deadlineSeconds2, exclusive }, { provider: id2, swapType }, nowMs2) {
  const now = BigInt(Math.floor(nowMs2 / 1e3));
  if (deadlineSeconds2 !== void 0) {
    const left = deadlineSeconds2 - now;
    if (left < leastSecondsLeft) throw refusedCall(id2, "E8", "expires before it can be mined");
    if (left > mostSecondsLeft[swapType]) {
      throw refusedCall(id2, "E8", "stays valid far longer than such a swap takes");
    }
  }
  if (exclusive === void 0) return;
  const seconds = exclusive.isPeriod ? exclusive.until : exclusive.until - now;
  if (seconds <= mostExclusiveSeconds) return;
  throw refusedCall(id2, "E8", `could be filled by ${exclusive.relayer} alone for ${seconds}s`);
}
function refusedCall(id2, check, what) {
  return new SwaprouteError("UNSAFE_ROUTE", `The transaction of ${id2} ${what}. (check ${check})`, {
    hint: "Nothing was signed. Get a new quote, or choose another provider with --provider.",
    context: { check }
  });
}
function namesOf({ native: native2, blockchain, address: address2 }) {
  const { wrappedNative } = chainById(blockchain);
  return native2 && wrappedNative !== null ? [address2, wrappedNative] : [address2];
}
function isOneOf2(address2, list) {
  return list.some((one2) => isSameAddress(one2, address2));
}
var leastSecondsLeft, mostSecondsLeft, mostExclusiveSeconds, lessThanAccepted;
var init_builtCall = __esm({
  "src/providers/kits/builtCall.ts"() {
    "use strict";
    init_chains2();
    init_accountKey();
    init_addresses2();
    init_amounts();
    init_errors();
    init_types();
    leastSecondsLeft = 60n;
    mostSecondsLeft = { "on-chain": 2n * 3600n, "cross-chain": 6n * 3600n };
    mostExclusiveSeconds = 60n;
    lessThanAccepted = "guarantees less than was accepted";
  }
});

// src/providers/kits/evmService.ts
function contractsOf(service, blockchain) {
  const { contracts, spenders = contracts, mostFixedFee = {} } = service;
  if (!isEvmChain(chainById(blockchain))) return { targets: [], spenders: [] };
  const most = mostFixedFee[blockchain] ?? mostFixedFee["*"];
  return {
    targets: (contracts[blockchain] ?? contracts["*"] ?? []).map(toChecksumAddress),
    spenders: (spenders[blockchain] ?? spenders["*"] ?? []).map(toChecksumAddress),
    ...most === void 0 ? {} : { mostFixedFee: most }
  };
}
function wordOf({ coins: coins2 = {} }, token2) {
  const { native: native2, blockchain, address: address2 } = token2;
  return native2 ? coins2[blockchain] ?? coins2["*"] ?? zeroAddress : address2;
}
function callsProof(service, declared, blockchains2, ownNumbers = {}) {
  const chainOf4 = (number8, site) => {
    const isOwn = (id2) => ownNumbers[id2] !== void 0 && BigInt(ownNumbers[id2]) === number8;
    const own = blockchainIds.find(isOwn);
    if (own !== void 0) return own;
    const found = site.chainOf(number8);
    return found === null || ownNumbers[found] !== void 0 ? null : found;
  };
  return {
    kind: "calls",
    calls: (site) => {
      const { blockchain, to } = site;
      const { targets } = contractsOf(service, blockchain);
      const isTheirs = targets.some((target) => isSameAddress(target, to));
      if (!isTheirs || !blockchains2.includes(blockchain)) return [];
      const inService = { ...site, chainOf: (number8) => chainOf4(number8, site) };
      return declared(inService).map(
        (call3) => mapped(call3, (terms2) => inOurWords(service, blockchain, terms2))
      );
    }
  };
}
function inOurWords(service, blockchain, terms2) {
  const token2 = (word2, chain) => {
    if (word2 === null) return null;
    const coin3 = nativeToken(chain);
    if (isSameAccount(chain, word2, wordOf(service, coin3))) return coin3.address;
    if (isSameAccount(chain, word2, coin3.address) || isSameAddress(word2, zeroAddress)) {
      throw unsafeCall(service.name, "does not say which token it means");
    }
    return word2;
  };
  return {
    ...terms2,
    srcToken: token2(terms2.srcToken, blockchain),
    dstToken: token2(terms2.dstToken, terms2.dst === "same" ? blockchain : terms2.dst)
  };
}
function integratorOf({
  integratorAddress: address2,
  integratorFeeBps: feeBps
}) {
  return address2 === null || feeBps === 0 ? null : { address: address2, feeBps };
}
function soundOffers(service, offers, check) {
  const sound2 = [];
  let refusal3 = null;
  for (const offer of "dstAmount" in offers ? [offers] : offers) {
    if (sound2.some(({ variant }) => variant === offer.variant)) continue;
    try {
      check(offer);
      sound2.push(offer);
    } catch (thrown) {
      if (!(thrown instanceof SwaprouteError)) throw thrown;
      refusal3 ??= thrown;
    }
  }
  if (sound2.length > 0) return sound2;
  throw refusal3 ?? noRoute(nameOf(service));
}
function sameOffer({ name: name2 }, offers, { providerState }) {
  const offer = offers.find(({ variant = null }) => variant === providerState);
  if (offer !== void 0) return offer;
  throw new SwaprouteError("PRICE_MOVED", `${name2} no longer makes this offer.`, {
    hint: "Nothing was paid. Get a new quote and accept it."
  });
}
function checkOffer2(service, offer, request3) {
  const { srcToken, dstToken, srcAmount } = request3;
  const isAsked = offer.srcAmount === srcAmount && isSameAccount(srcToken.blockchain, offer.srcToken, wordOf(service, srcToken)) && isSameAccount(dstToken.blockchain, offer.dstToken, wordOf(service, dstToken));
  if (!isAsked || offer.dstAmount <= 0n) {
    throw new SwaprouteError(
      "UPSTREAM_FAILED",
      `${service.name} returned an offer for a different swap.`,
      { context: { fault: "echo" } }
    );
  }
  const { limits: limits2 = { min: null, max: null } } = offer;
  const outside = limitError(nameOf(service), srcAmount, srcToken, limits2);
  if (outside !== null) throw outside;
  const { mostFixedFee = 0n } = contractsOf(service, srcToken.blockchain);
  const fee = offer.fixedFee ?? 0n;
  if (fee <= mostFixedFee) return;
  const { symbol, decimals } = chainById(srcToken.blockchain).native;
  const text4 = `${service.name} asks for a fixed fee of ${formatAmount(fee, decimals)} ${symbol}, more than is known for it. (check E5)`;
  throw new SwaprouteError("UNSAFE_ROUTE", text4, {
    hint: "Nothing was signed. Choose another provider with --provider.",
    context: { check: "E5", fee: String(fee), allowed: String(mostFixedFee) }
  });
}
function payerOf({ fromAddress }) {
  if (fromAddress !== null) return fromAddress;
  throw new SwaprouteError("MISSING_FIELD", "fromAddress is required to build the transaction.");
}
function toEvmQuote(service, request3, offer, terms2) {
  const { id: id2 } = service;
  const { srcToken, dstToken, srcAmount } = request3;
  const { dstAmount } = offer;
  const { dstMinAmount, durationSeconds, swapType } = terms2;
  const [spender = null] = contractsOf(service, srcToken.blockchain).spenders;
  return {
    provider: id2,
    swapType,
    executionKind: "evm",
    request: request3,
    dstAmount,
    dstMinAmount,
    slippageBps: slippageBetween(dstAmount, dstMinAmount),
    durationSeconds: Math.max(1, Math.ceil(durationSeconds)),
    priceImpactPercent: offer.priceImpactPercent ?? null,
    fees: feesOf(offer, srcToken),
    spender: srcToken.native ? null : spender,
    steps: [
      {
        type: swapType,
        provider: id2,
        from: { token: srcToken, amount: srcAmount },
        to: { token: dstToken, amount: dstAmount }
      }
    ],
    ...offer.limits === void 0 ? {} : { limits: offer.limits },
    expiresAtMs: offer.expiresAtMs ?? null,
    warnings: [],
    providerState: offer.variant ?? null
  };
}
function feesOf({ gas, fixedFee = 0n, feePercent }, token2) {
  const percent2 = feePercent === void 0 ? null : { percent: feePercent, token: token2 };
  return { gas, protocolFixed: 0n, providerFixed: fixedFee, percent: percent2 };
}
async function toBuiltSwap(provider4, { to, data: bare, value, spender, chainId: chainId2, order: order3 }, more, quote, context) {
  const { srcToken } = quote.request;
  if (chainId2 !== void 0 && chainId2 !== context.chainId(srcToken.blockchain)) {
    throw refusedCall(quote.provider, "E1", `is for chain ${chainId2}`);
  }
  const approvalAddress = srcToken.native ? null : toChecksumAddress(spender);
  const data = order3 === void 0 ? bare : `${bare}${await digitsOf2(order3)}`;
  const built = {
    transaction: { kind: "evm", to: toChecksumAddress(to), data, value, approvalAddress },
    ...more
  };
  const call3 = await checkBuiltCall(provider4, built, quote, context);
  if (call3 !== null) checkTimes(call3, quote, context.now());
  return built;
}
async function digitsOf2(order3) {
  const { encodeStruct: encodeStruct2 } = await Promise.resolve().then(() => (init_structs(), structs_exports));
  return encodeStruct2(order3).slice(2).toLowerCase();
}
var init_evmService = __esm({
  "src/providers/kits/evmService.ts"() {
    "use strict";
    init_calls();
    init_accountKey();
    init_chains2();
    init_checksum();
    init_tokens2();
    init_addresses2();
    init_amounts();
    init_blockchainIds();
    init_errors();
    init_slippage();
    init_token();
    init_builtCall();
    init_errors2();
    init_service();
  }
});

// src/providers/kits/evmBridge.ts
function evmBridge(bridge) {
  const { id: id2, blockchains: blockchains2, ownNumbers = {}, rounding = 0n } = bridge;
  const name2 = nameOf(bridge);
  const numberOf2 = (blockchain, context) => {
    const number8 = ownNumbers[blockchain] ?? context.chainId(blockchain);
    return number8 === null ? null : String(number8);
  };
  const numberOrRefuse = (blockchain, context) => {
    const number8 = numberOf2(blockchain, context);
    if (number8 !== null) return number8;
    throw noRoute(name2);
  };
  const contractsAt = (blockchain) => blockchains2.includes(blockchain) ? contractsOf(bridge, blockchain) : { targets: [], spenders: [] };
  const askedOf = (request3, context) => ({
    srcChain: numberOrRefuse(request3.srcToken.blockchain, context),
    dstChain: numberOrRefuse(request3.dstToken.blockchain, context),
    srcToken: wordOf(bridge, request3.srcToken),
    dstToken: wordOf(bridge, request3.dstToken),
    srcAmount: String(request3.srcAmount),
    sender: request3.fromAddress,
    slippageBps: request3.slippageBps ?? defaultSlippageBps.bridge,
    integrator: integratorOf(request3)
  });
  const check = (offer, asked, request3) => {
    checkOffer2(bridge, offer, request3);
    const { srcChain = asked.srcChain, dstChain = asked.dstChain, dstAmount, dstMinAmount } = offer;
    const isAsked = srcChain === asked.srcChain && dstChain === asked.dstChain;
    if (isAsked && dstMinAmount > 0n && dstMinAmount <= dstAmount) return;
    const text4 = `${bridge.name} returned an offer for a different swap.`;
    throw new SwaprouteError("UPSTREAM_FAILED", text4, { context: { fault: "echo" } });
  };
  const offersFor = async (request3, context) => {
    const asked = askedOf(request3, context);
    const limits2 = bridge.limits?.(asked);
    const told3 = await askService(bridge, bridge.quote(asked), request3, context, limits2);
    return soundOffers(bridge, told3, (offer) => check(offer, asked, request3));
  };
  const provider4 = {
    ids: [id2],
    capabilities: {
      recipient: bridge.recipient ?? true,
      chargesFee: bridge.chargesFee ?? false,
      deposit: false,
      crossChain: true
    },
    blockchains: () => blockchains2,
    supports: ({ srcToken, dstToken }) => srcToken.blockchain !== dstToken.blockchain && contractsAt(srcToken.blockchain).targets.length > 0 && blockchains2.includes(dstToken.blockchain) && (ownNumbers[dstToken.blockchain] !== void 0 || isEvm(dstToken.blockchain)) ? [id2] : [],
    quote: async (request3, _wanted, context) => {
      const offers = await offersFor(request3, context);
      const isTight = ({ dstAmount, dstMinAmount }) => dstMinAmount >= leastAccepted(dstAmount, request3.slippageBps, "bridge");
      const quotes = offers.filter(isTight).map((offer) => {
        const { dstMinAmount, durationSeconds } = offer;
        const terms2 = { swapType: "cross-chain", dstMinAmount, durationSeconds };
        return toEvmQuote(bridge, request3, offer, terms2);
      });
      if (quotes.length > 0) return { quotes, failed: [] };
      throw noRoute(name2, "The guaranteed amount is below the accepted slippage.");
    },
    pinned: (_id, blockchain) => contractsAt(blockchain),
    proofs: [callsProof(bridge, bridge.calls, blockchains2, ownNumbers)],
    build: async (quote, context) => {
      const { request: request3, dstMinAmount: acceptedMin } = quote;
      const sender = payerOf(request3);
      const rules = { takesMemo: false, needsRefund: true };
      const { receiver: receiver2, refund: refund2 } = partiesOf(request3, name2, rules);
      const asked = askedOf(request3, context);
      const price3 = bridge.pricesFirst === true ? sameOffer(bridge, await offersFor(request3, context), quote) : null;
      const slippageBps = price3 === null ? asked.slippageBps : remainingSlippageBps(name2, acceptedMin, price3.dstAmount - rounding);
      const accounts = {
        sender,
        recipient: receiver2.address,
        refundAddress: refund2?.address ?? sender,
        variant: typeof quote.providerState === "string" ? quote.providerState : null
      };
      const ask = bridge.build({ ...asked, ...accounts, slippageBps }, price3);
      const call3 = await askService(bridge, ask, request3, context);
      const { offer, orderId } = call3;
      check(offer, asked, request3);
      if (orderId !== null && !orderIdShape.test(orderId)) {
        throw new SwaprouteError(
          "UPSTREAM_FAILED",
          `${bridge.name} returned an order id of unknown form.`
        );
      }
      const { dstAmount, dstMinAmount } = offer;
      if (dstMinAmount < acceptedMin) throw priceMoved(name2, acceptedMin, dstMinAmount);
      const more = {
        dstAmount,
        dstMinAmount,
        fees: feesOf(offer, request3.srcToken),
        orderId,
        uniqueInfo: orderId === null ? {} : { [`${id2}Id`]: orderId },
        providerState: writeOrderState({
          orderId: orderId ?? "",
          depositAddress: "",
          depositMemo: null,
          receiver: receiver2.address,
          refundAddress: accounts.refundAddress,
          srcToken: toOrderToken(request3.srcToken),
          dstToken: toOrderToken(request3.dstToken),
          srcAmount: request3.srcAmount,
          dstAmount,
          createdAtMs: context.now(),
          expiresAtMs: null,
          own: { contract: call3.to }
        })
      };
      return await toBuiltSwap(provider4, call3, more, quote, context);
    },
    status: (_id, ref, context) => bridgeStatus(
      { bridge, provider: provider4, numberOf: (chain) => numberOf2(chain, context) },
      ref,
      context
    )
  };
  return provider4;
}
function isEvm(blockchain) {
  return isEvmChain(chainById(blockchain));
}
var orderIdShape;
var init_evmBridge = __esm({
  "src/providers/kits/evmBridge.ts"() {
    "use strict";
    init_chains2();
    init_errors();
    init_slippage();
    init_errors2();
    init_offer();
    init_parties();
    init_state();
    init_bridgeStatus();
    init_evmService();
    init_service();
    orderIdShape = /^[\w.:-]{1,120}$/;
  }
});

// src/providers/relay/order.ts
import * as z9 from "zod/mini";
function depositCalls(site) {
  return [
    call(
      "function depositNative(address depositor, bytes32 id) payable",
      ([depositor, id2], inside) => toTerms2(site, { depositor, id: id2, token: zeroAddress, amount: null }, inside),
      anyOrder
    ),
    call(
      "function depositErc20(address depositor, address token, uint256 amount, bytes32 id)",
      ([depositor, token2, amount, id2], inside) => toTerms2(site, { depositor, id: id2, token: token2, amount }, inside),
      anyOrder
    )
  ];
}
function toTerms2({ blockchain }, { depositor, id: id2, token: token2, amount }, inside) {
  const { value, hash: hash3 } = inside.attached(orderTypes, "Order");
  const parsed = z9.safeParse(orderValue, value);
  if (hash3 !== id2 || !parsed.success) throw odd("commits to an order other than the one behind it");
  const { payment: payment3, refunds, out: out2, output } = soleTerms(parsed.data);
  const dst = chainOf2(output.chainId);
  if (chainOf2(payment3.chainId) !== blockchain) throw odd("pays for an order on another chain");
  if (payment3.currency !== token2) throw odd("pays an order of another token");
  if (amount !== null && amount !== payment3.amount) throw odd("does not pay what its order says");
  const back = refunds.find(({ chainId: chainId2 }) => chainId2 === payment3.chainId)?.recipient;
  if (back === void 0) throw odd("has an order without a refund");
  for (const refund2 of refunds) {
    const isHere = refund2.chainId === payment3.chainId;
    const fits = isHere ? refund2.currency === token2 && refund2.recipient === back : refund2.chainId === output.chainId && refund2.currency === out2.currency && [back, out2.recipient].includes(refund2.recipient);
    if (!fits) throw odd("would pay a refund to another account, or in another token");
  }
  return {
    recipient: out2.recipient,
    srcToken: token2,
    dstToken: out2.currency,
    amountIn: payment3.amount,
    minOut: out2.minimumAmount,
    dst,
    refundTo: back,
    // The zero address stands for the payer.
    ...depositor === zeroAddress ? {} : { powers: [{ may: "claim", holder: depositor, blockchain }] },
    deadlineSeconds: BigInt(output.deadline)
  };
}
function soleTerms({ version, solverChainId, solver: by, inputs, output, fees }) {
  const [input, ...moreInputs] = inputs;
  const [out2, ...moreOuts] = output.payments;
  if (version !== "v1") throw odd("has an order of an unknown version");
  if (solverChainId !== solver.chainId || by !== solver.address) {
    throw odd("has an order for an unknown solver");
  }
  if (input === void 0 || out2 === void 0 || moreInputs.length + moreOuts.length > 0) {
    throw odd("has an order with several payments");
  }
  if (fees.length > 0) throw odd("pays a fee to a third party");
  if (output.calls.length > 0) throw odd("calls a contract on delivery");
  for (const { extraData } of [output, ...input.refunds]) {
    const isKnown = fillContracts.some((one2) => extraData === `0x${one2.slice(2).padStart(64, "0")}`);
    if (extraData !== "0x" && !isKnown)
      throw odd("has an order to be filled by an unknown contract");
  }
  return { payment: input.payment, refunds: input.refunds, out: out2, output };
}
function chainOf2(name2) {
  const blockchain = chainNames.get(name2);
  if (blockchain !== void 0) return blockchain;
  throw odd("has an order on an unknown chain");
}
function odd(what) {
  return unsafeCall("Relay", what);
}
var orderTypes, account, orderValue, solver, chainNames, signedChains, fillContracts, anyOrder;
var init_order2 = __esm({
  "src/providers/relay/order.ts"() {
    "use strict";
    init_calls();
    init_blockchainIds();
    init_token();
    init_relay();
    orderTypes = {
      Order: [
        { name: "version", type: "string" },
        { name: "solverChainId", type: "string" },
        { name: "solver", type: "address" },
        { name: "salt", type: "uint256" },
        { name: "inputs", type: "Input[]" },
        { name: "output", type: "Output" },
        { name: "fees", type: "Fee[]" }
      ],
      Input: [
        { name: "payment", type: "InputPayment" },
        { name: "refunds", type: "InputRefund[]" }
      ],
      InputPayment: [
        { name: "chainId", type: "string" },
        { name: "currency", type: "bytes" },
        { name: "amount", type: "uint256" },
        { name: "weight", type: "uint256" }
      ],
      InputRefund: [
        { name: "chainId", type: "string" },
        { name: "recipient", type: "bytes" },
        { name: "currency", type: "bytes" },
        { name: "minimumAmount", type: "uint256" },
        { name: "deadline", type: "uint32" },
        { name: "extraData", type: "bytes" }
      ],
      Output: [
        { name: "chainId", type: "string" },
        { name: "payments", type: "OutputPayment[]" },
        { name: "deadline", type: "uint32" },
        { name: "calls", type: "bytes[]" },
        { name: "extraData", type: "bytes" }
      ],
      OutputPayment: [
        { name: "recipient", type: "bytes" },
        { name: "currency", type: "bytes" },
        { name: "minimumAmount", type: "uint256" },
        { name: "expectedAmount", type: "uint256" }
      ],
      Fee: [
        { name: "recipientChainId", type: "string" },
        { name: "recipient", type: "bytes" },
        { name: "currencyChainId", type: "string" },
        { name: "currency", type: "bytes" },
        { name: "amount", type: "uint256" }
      ]
    };
    account = z9.string().check(z9.regex(/^0x[\da-f]{40}$/));
    orderValue = z9.object({
      version: z9.string(),
      solverChainId: z9.string(),
      solver: account,
      inputs: z9.array(
        z9.object({
          payment: z9.object({ chainId: z9.string(), currency: account, amount: z9.bigint() }),
          refunds: z9.array(
            z9.object({
              chainId: z9.string(),
              recipient: account,
              currency: account,
              extraData: z9.string()
            })
          )
        })
      ),
      output: z9.object({
        chainId: z9.string(),
        payments: z9.array(
          z9.object({ recipient: account, currency: account, minimumAmount: z9.bigint() })
        ),
        deadline: z9.int(),
        calls: z9.array(z9.string()),
        extraData: z9.string()
      }),
      fees: z9.array(z9.unknown())
    });
    solver = { chainId: "base", address: "0xf70da97812cb96acdf810712aa562db8dfa3dbef" };
    chainNames = new Map(
      Object.entries(relay_default.protocolChains).flatMap(
        ([id2, name2]) => isBlockchainId(id2) ? [[name2, id2]] : []
      )
    );
    signedChains = [...chainNames.values()];
    fillContracts = relay_default.routers;
    anyOrder = /^[\da-f]+$/;
  }
});

// src/providers/relay/signed.ts
import * as z10 from "zod/mini";
function createSignedRelay({ baseUrl: baseUrl4, apiKey = null }) {
  const hasKey = apiKey !== null;
  const body2 = (asked, recipient, refundTo) => ({
    user: asked.sender ?? nobody,
    recipient,
    originChainId: Number(asked.srcChain),
    destinationChainId: Number(asked.dstChain),
    originCurrency: asked.srcToken,
    destinationCurrency: asked.dstToken,
    amount: asked.srcAmount,
    tradeType: "EXACT_INPUT",
    slippageTolerance: String(asked.slippageBps),
    refundTo,
    disableOriginSwaps: true
  });
  return evmBridge({
    id: "relay",
    name: "Relay",
    keyVariable: "SWAPROUTE_RELAY_API_KEY",
    hasKey,
    headers: apiKey === null ? {} : { "x-api-key": apiKey },
    blockchains: signedChains,
    contracts: Object.fromEntries(
      signedChains.map((id2) => [id2, withOlder.includes(id2) ? older : depository])
    ),
    pricesFirst: true,
    quote: (asked) => ({
      url: `${baseUrl4}/price`,
      body: body2(asked, asked.sender ?? nobody, asked.sender ?? nobody),
      read: (answer) => toOffer(parseWire(offerWire, answer, "The price of Relay"))
    }),
    build: (asked) => ({
      url: `${baseUrl4}/quote/v2`,
      body: {
        ...body2(asked, asked.recipient, asked.refundAddress),
        protocolVersion: "v2",
        explicitDeposit: true,
        includeProtocolData: true,
        ttl: orderSeconds
      },
      read: (answer) => {
        const wire = parseWire(builtWire, answer, "The quote of Relay");
        const { to, data, value, chainId: chainId2, orderId } = depositOf(wire.steps);
        const order3 = {
          types: orderTypes,
          name: "Order",
          value: wire.protocol.v2.orderData
        };
        const chain = chainId2 == null ? {} : { chainId: chainId2 };
        return { to, data, value, spender: to, ...chain, orderId, order: order3, offer: toOffer(wire) };
      }
    }),
    refusal: (answer) => {
      const parsed = z10.safeParse(errorWire2, answer);
      if (!parsed.success) return null;
      return { code: parsed.data.errorCode, reason: parsed.data.message ?? null };
    },
    refusals: {
      AMOUNT_TOO_LOW: "AMOUNT_TOO_LOW",
      INSUFFICIENT_LIQUIDITY: "AMOUNT_TOO_HIGH",
      ...Object.fromEntries(relay_default.noRoute.map((code) => [code, "NO_ROUTE"]))
    },
    calls: depositCalls,
    findOrder: findOrder(baseUrl4, hasKey),
    statusMap: { ...statusMap, [withoutRefund]: "needs_user" }
  });
}
function depositOf(steps) {
  const parsed = steps.map((step2) => parseWire(stepWire, step2, "The quote of Relay"));
  const [step, ...more] = parsed.filter(({ id: id2 }) => id2 !== "approve");
  const [item, ...others] = step?.items ?? [];
  if (step === void 0 || item === void 0 || more.length + others.length > 0) {
    throw unsafeCall("Relay", "asks for several transactions");
  }
  if (step.kind !== "transaction") throw unsafeCall("Relay", "asks for the signature of a message");
  if (step.requestId == null) throw unsafeCall("Relay", "has no order number");
  return { ...item.data, orderId: step.requestId };
}
function toOffer({ details: details2 }) {
  const { currencyIn: src, currencyOut: dst, totalImpact, timeEstimate } = details2;
  const percent2 = Number(totalImpact?.percent ?? Number.NaN);
  return {
    srcToken: src.currency.address,
    dstToken: dst.currency.address,
    srcChain: String(src.currency.chainId),
    dstChain: String(dst.currency.chainId),
    srcAmount: src.amount,
    dstAmount: dst.amount,
    dstMinAmount: dst.minimumAmount,
    gas: null,
    durationSeconds: timeEstimate ?? 0,
    // Relay counts a gain as positive; here a loss is.
    ...Number.isFinite(percent2) ? { priceImpactPercent: 0 - percent2 } : {}
  };
}
function findOrder(baseUrl4, hasKey) {
  return async ({ orderId, hash: hash3 }, ask) => {
    const listed2 = orderId !== null || hash3 === null || !hasKey ? null : await ask({
      url: `${baseUrl4}/requests/v3?${new URLSearchParams({ term: hash3, limit: "1" }).toString()}`,
      read: (answer) => parseWire(requestsWire, answer, "The requests of Relay").requests
    });
    const number8 = orderId ?? listed2?.[0]?.id ?? null;
    if (number8 === null) return null;
    return await ask({
      url: `${baseUrl4}/intents/status/v3?${new URLSearchParams({ requestId: number8 }).toString()}`,
      read: (answer) => {
        const told3 = parseWire(toldWire, answer, "The status of Relay");
        if (told3.status === "unknown") return null;
        const { status, inTxHashes, txHashes, failReason, refundFailReason } = told3;
        const hashes2 = txHashes ?? [];
        const isStuck = isReason(refundFailReason) && !(status === "refund" && hashes2.length > 0);
        return {
          orderId: number8,
          status: isStuck ? withoutRefund : status,
          ...told3.originChainId == null ? {} : { srcChain: String(told3.originChainId) },
          srcTxHash: inTxHashes?.[0] ?? null,
          // The last transaction pays the receiver; earlier ones are swaps on the way.
          payoutHashes: hashes2.toReversed(),
          payoutAmount: null,
          refundHashes: hashes2,
          ...isReason(failReason) ? { note: `Relay could not fill the order (${failReason}).` } : {}
        };
      }
    });
  };
}
function isReason(reason) {
  return reason != null && reason !== "" && reason !== "N/A";
}
var text3, errorWire2, coinWire, offerWire, uint32, weighty, orderWire2, stepWire, builtWire, toldWire, depository, older, withOlder, withoutRefund, nobody, orderSeconds;
var init_signed = __esm({
  "src/providers/relay/signed.ts"() {
    "use strict";
    init_calls();
    init_wire();
    init_evmBridge();
    init_relay();
    init_order2();
    init_requests();
    text3 = z10.nullish(z10.string());
    errorWire2 = z10.object({ message: text3, errorCode: z10.string() });
    coinWire = z10.object({ chainId: z10.int(), address: wireAddress });
    offerWire = z10.object({
      details: z10.object({
        currencyIn: z10.extend(amountWire, { currency: coinWire }),
        currencyOut: z10.extend(amountWire, { currency: coinWire, minimumAmount: wireUint }),
        totalImpact: z10.nullish(z10.object({ percent: text3 })),
        timeEstimate: z10.nullish(z10.number().check(z10.nonnegative(), z10.maximum(86400)))
      })
    });
    uint32 = z10.int().check(z10.nonnegative(), z10.maximum(4294967295));
    weighty = z10.object({ chainId: z10.string(), currency: wireHex });
    orderWire2 = z10.object({
      version: z10.string(),
      solverChainId: z10.string(),
      solver: wireAddress,
      salt: z10.union([wireUint, z10.pipe(wireHash, z10.transform(BigInt))]),
      inputs: z10.array(
        z10.object({
          payment: z10.extend(weighty, { amount: wireUint, weight: wireUint }),
          refunds: z10.array(
            z10.extend(weighty, {
              recipient: wireHex,
              minimumAmount: wireUint,
              deadline: uint32,
              extraData: wireHex
            })
          )
        })
      ),
      output: z10.object({
        chainId: z10.string(),
        payments: z10.array(
          z10.object({
            recipient: wireHex,
            currency: wireHex,
            minimumAmount: wireUint,
            expectedAmount: wireUint
          })
        ),
        deadline: uint32,
        calls: z10.array(wireHex),
        extraData: wireHex
      }),
      fees: z10.array(
        z10.object({
          recipientChainId: z10.string(),
          recipient: wireHex,
          currencyChainId: z10.string(),
          currency: wireHex,
          amount: wireUint
        })
      )
    });
    stepWire = z10.object({
      id: z10.string(),
      kind: z10.string(),
      requestId: z10.nullish(wireHash),
      items: z10.array(
        z10.object({
          data: z10.object({
            to: wireAddress,
            data: wireHex,
            value: wireUint,
            chainId: z10.nullish(z10.int())
          })
        })
      )
    });
    builtWire = z10.extend(offerWire, {
      steps: z10.array(z10.unknown()),
      protocol: z10.object({ v2: z10.object({ orderData: orderWire2 }) })
    });
    toldWire = z10.extend(statusWire, { originChainId: z10.nullish(z10.int()) });
    depository = ["0x4cd00e387622c35bddb9b4c962c136462338bc31"];
    older = ["0x59916da825d2d2ec1bf878d71c88826f6633ecca"];
    withOlder = ["CRONOS", "LINEA", "MANTLE", "METIS", "TAIKO"];
    withoutRefund = "refund failed";
    nobody = "0x000000000000000000000000000000000000dEaD";
    orderSeconds = 900;
  }
});

// test/support/bodies.ts
function isRecord2(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
function at(body2, path) {
  return path.split(".").reduce((place, step) => {
    if (Array.isArray(place)) return place[Number(step)];
    return isRecord2(place) ? place[step] : void 0;
  }, body2);
}
function put(body2, path, value) {
  const steps = path.split(".");
  let place = body2;
  for (const [index, step] of steps.entries()) {
    if (!isRecord2(place) && !Array.isArray(place)) throw new Error(`no way to ${path}`);
    const list = place;
    if (index === steps.length - 1) Reflect.set(list, step, value);
    else {
      if (Reflect.get(list, step) == null) Reflect.set(list, step, {});
      place = Reflect.get(list, step);
    }
  }
}
var init_bodies = __esm({
  "test/support/bodies.ts"() {
    "use strict";
  }
});

// test/providers/depositSupport.ts
import { sha256 as sha2563 } from "@noble/hashes/sha2.js";
import { base58xrp as base58xrp2, bech32 as bech323, createBase58check } from "@scure/base";
import { isDeepStrictEqual } from "node:util";
function orderCallsOf({ before = [], create: create2, readBack: readBack3, after = [] }, bend2 = (call3) => call3) {
  return [...before, ...create2 === null ? [] : [bend2(create2)], readBack3, ...after];
}
function play(baseUrl4, exchanges, options = {}) {
  const left = [...exchanges];
  const asked = [];
  const http = {
    send: async (request3) => {
      asked.push(request3);
      const path = request3.url.startsWith(baseUrl4) ? request3.url.slice(baseUrl4.length) : request3.url;
      const method = request3.method ?? "GET";
      const index = left.findIndex(
        (exchange2) => exchange2.path === path && (exchange2.method ?? "GET") === method && (exchange2.request === void 0 || isDeepStrictEqual(exchange2.request, request3.body))
      );
      const found = left[index];
      if (found === void 0) {
        throw new Error(`not recorded: ${method} ${path} ${JSON.stringify(request3.body)}`);
      }
      left.splice(index, 1);
      if (found.fails !== void 0) throw found.fails;
      return { status: found.status ?? 200, retryAfterSeconds: null, body: found.body };
    },
    close: async () => {
    }
  };
  return {
    asked,
    unused: () => left.map(({ method = "GET", path }) => `${method} ${path}`),
    context: {
      http,
      rpc: fakeRpc(options),
      ton: { ...silentTon, ...options.ton },
      chainId: (blockchain) => chainById(blockchain).chainId,
      now: () => options.atMs ?? nowMs,
      signal: new AbortController().signal
    }
  };
}
function fakeRpc({ rpc = {}, nodes = [] }) {
  const call3 = async (blockchain, method, params) => {
    const key = rpcKey(blockchain, method, params);
    if (!(key in rpc)) throw new Error(`not recorded: ${key}`);
    const result = rpc[key];
    if (result instanceof SwaprouteError) throw result;
    return result;
  };
  return {
    call: call3,
    has: (blockchain) => nodes.includes(blockchain),
    batch: async (blockchain, calls, asking) => Promise.all(
      calls.map(async ({ method, params }) => ({
        ok: true,
        result: await call3(blockchain, method, params, asking)
      }))
    )
  };
}
function rpcKey(blockchain, method, params) {
  return JSON.stringify([blockchain, method, params]);
}
async function unexpected() {
  throw new Error("TON was asked");
}
function receiptOf(transactionHash, more) {
  return {
    transactionHash,
    status: "0x1",
    blockNumber: "0x10",
    blockHash: hash("block"),
    from: evm("exchange").toLowerCase(),
    to: evm("contract").toLowerCase(),
    gasUsed: "0x5208",
    logs: [],
    ...more
  };
}
function evmPayment({ token: token2, to, amount, hash: hash3, ...more }) {
  const { blockchain, native: native2 } = token2;
  const seconds = Math.floor((more.atMs ?? nowMs + 6e4) / 1e3);
  const topic = (address2) => `0x${address2.slice(2).toLowerCase().padStart(64, "0")}`;
  const log = {
    address: token2.address.toLowerCase(),
    topics: [
      "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef",
      topic(evm("exchange")),
      topic(to)
    ],
    data: `0x${amount.toString(16).padStart(64, "0")}`
  };
  const isPlain = native2 && more.inside !== true;
  const target = (isPlain ? to : evm("contract")).toLowerCase();
  const receipt = receiptOf(hash3, {
    status: more.reverted === true ? "0x0" : "0x1",
    to: target,
    logs: native2 ? [] : [log]
  });
  const transaction2 = {
    hash: hash3,
    blockHash: receipt.blockHash,
    from: receipt.from,
    to: target,
    input: "0x",
    value: isPlain ? `0x${amount.toString(16)}` : "0x0"
  };
  const calls = [
    ["eth_getTransactionReceipt", [hash3], receipt],
    ["eth_getTransactionByHash", [hash3], transaction2],
    ["eth_getBlockByNumber", ["0x10", false], { timestamp: `0x${seconds.toString(16)}` }],
    ["eth_getBalance", [to, "0xf"], "0x5"],
    ["eth_getBalance", [to, "0x10"], `0x${(5n + (native2 ? amount : 0n)).toString(16)}`]
  ];
  return Object.fromEntries(
    calls.map(([method, params, result]) => [rpcKey(blockchain, method, params), result])
  );
}
function digest(label) {
  return sha2563(new TextEncoder().encode(label));
}
function evm(label) {
  return toChecksumAddress(`0x${Buffer.from(digest(label).subarray(0, 20)).toString("hex")}`);
}
function btc(label, hrp = "bc") {
  return bech323.encode(hrp, [0, ...bech323.toWords(digest(label).subarray(0, 20))]);
}
function cosmos(label) {
  return bech323.encode("cosmos", bech323.toWords(digest(label).subarray(0, 20)));
}
function tron(label) {
  return createBase58check(sha2563).encode(Uint8Array.of(65, ...digest(label).subarray(0, 20)));
}
function xrp(label) {
  const body2 = Uint8Array.of(0, ...digest(label).subarray(0, 20));
  return base58xrp2.encode(Uint8Array.of(...body2, ...sha2563(sha2563(body2)).subarray(0, 4)));
}
function ton(label, bounceable = false) {
  const address2 = { workchain: 0, hash: digest(label), bounceable, testOnly: false };
  return formatTonAddress(address2, bounceable);
}
function hash(label) {
  return `0x${Buffer.from(digest(label)).toString("hex")}`;
}
function plainHash(label) {
  return hash(label).slice(2);
}
function tokenOf2(blockchain, symbol) {
  const native2 = nativeToken(blockchain);
  if (native2.symbol === symbol) return native2;
  const found = builtInTokens(blockchain).find((token2) => token2.symbol === symbol);
  if (found === void 0) throw new Error(`${blockchain} has no ${symbol}`);
  const { address: address2, name: name2, decimals, listed: listed2 } = found;
  return { blockchain, address: address2, symbol, name: name2, decimals, listed: listed2, native: false };
}
function requestOf(srcToken, dstToken, srcAmount, more = {}) {
  return {
    srcToken,
    dstToken,
    srcAmount,
    receiver: null,
    fromAddress: null,
    refundAddress: null,
    slippageBps: null,
    referrer: "test",
    integratorAddress: null,
    integratorFeeBps: 0,
    foreignExclusions: { lifi: [], rango: [], zerox: [], dflow: [] },
    enableChecks: false,
    ...more
  };
}
function refOf(quote, built, more = {}) {
  const { srcToken, dstToken, fromAddress, receiver: receiver2 } = quote.request;
  return {
    srcBlockchain: srcToken.blockchain,
    srcTxHash: null,
    dstBlockchain: dstToken.blockchain,
    orderId: built.orderId,
    fromAddress,
    receiver: receiver2,
    durationSeconds: quote.durationSeconds,
    startedAtMs: nowMs,
    providerState: built.providerState,
    ...more
  };
}
async function quoteOf(provider4, request3, context, rateType) {
  const { quotes } = await provider4.quote(request3, new Set(provider4.ids), context);
  const quote = quotes.find((candidate) => candidate.rateType === rateType);
  if (quote === void 0) throw new Error(`no quote with rate ${rateType}`);
  return quote;
}
function bent(body2, bend2) {
  const copy = structuredClone(body2);
  bend2(copy);
  return copy;
}
var nowMs, silentTon;
var init_depositSupport = __esm({
  "test/providers/depositSupport.ts"() {
    "use strict";
    init_vitest();
    init_ton();
    init_chains2();
    init_checksum();
    init_tokens2();
    init_errors();
    nowMs = Date.UTC(2026, 10, 20, 9);
    silentTon = {
      has: () => false,
      runGetMethod: unexpected,
      accountState: unexpected,
      chainTime: unexpected,
      sendBoc: unexpected,
      rawTransactions: unexpected,
      transactionsByMessage: unexpected,
      transactionByHash: unexpected,
      transactions: unexpected,
      trace: unexpected,
      emulate: unexpected,
      jettonBalances: unexpected
    };
  }
});

// test/providers/callCase.ts
import { decodeFunctionData as decodeFunctionData2, encodeFunctionData as encodeFunctionData2, parseAbi as parseAbi2 } from "viem";
function encodeCall2(signature, args) {
  return encodeFunctionData2({ abi: parseAbi2([signature]), args });
}
function decodeCall(signature, data) {
  const { args } = decodeFunctionData2({ abi: parseAbi2([signature]), data });
  return structuredClone(args);
}
function dataOf({ call: { codec, signature } }, args) {
  return codec === void 0 ? encodeCall2(signature, args) : codec.encode(args);
}
function argumentsOf({ call: { codec, signature } }, data) {
  return codec === void 0 ? decodeCall(signature, data) : codec.decode(data);
}
function lastOf({ honest: honest2 }) {
  const last = honest2.at(-1);
  if (last === void 0) throw new Error("a case ends with its call");
  return last;
}
function firstOf({ honest: honest2 }) {
  const [first2] = honest2;
  if (first2 === void 0) throw new Error("a case begins with its quote");
  return first2;
}
function honestArguments(it) {
  return argumentsIn(it, lastOf(it).body);
}
function argumentsIn(it, body2) {
  const { codec } = it.call;
  return codec === void 0 ? argumentsOf(it, String(at(body2, it.wire.data))) : structuredClone(codec.readBody(body2));
}
function argumentsFor(it, accepted) {
  const args = honestArguments(it);
  const { call: call3 } = it;
  for (const path of call3.payer) put(args, path, accepted.payer);
  for (const path of call3.receiver) put(args, path, accepted.receiver);
  for (const path of call3.srcAmount) put(args, path, accepted.srcAmount);
  put(args, call3.minimum, accepted.minimum);
  return args;
}
function judgeCall(it, { to, data, value, approvalAddress }, accepted) {
  const unsafe4 = (why) => ({ verdict: "unsafe", why });
  const odd4 = (why) => ({ verdict: "odd", why });
  const { call: call3, wire } = it;
  const contract = String(at(lastOf(it).body, wire.to));
  const spender = wire.spender === null ? contract : String(at(lastOf(it).body, wire.spender));
  if (!isSame2(to, contract)) return unsafe4(`it calls ${to}`);
  if (approvalAddress !== null && !isSame2(approvalAddress, spender)) {
    return unsafe4(`${approvalAddress} is approved`);
  }
  if (value > accepted.value) return unsafe4(`${value} native units go along`);
  const canonical2 = dataOf(it, argumentsFor(it, accepted));
  if (!isSame2(data.slice(0, 10), canonical2.slice(0, 10))) return unsafe4("another method");
  let args;
  try {
    args = argumentsOf(it, data.toLowerCase());
  } catch {
    return odd4("it reverts");
  }
  const expected = new Map(leavesOf(argumentsFor(it, accepted)));
  const found = leavesOf(args);
  const isOwn = isSame2(accepted.receiver, accepted.payer);
  let strange = found.length === expected.size ? null : "more or fewer arguments";
  for (const [path, leaf] of found) {
    const honest2 = expected.get(path);
    if (honest2 === leaf) continue;
    if (call3.free.some((free) => path === free || path.startsWith(`${free}.`))) continue;
    if (path === call3.minimum && BigInt(leaf) > accepted.minimum) strange = "a larger minimum";
    else if (leaf === call3.payerWord && call3.receiver.includes(path) && isOwn) strange = path;
    else if (call3.harmless?.includes(path) === true) strange = path;
    else if (call3.alike?.[path]?.some((one2) => String(one2) === leaf) === true) strange = path;
    else return unsafe4(`${path} is ${leaf} instead of ${honest2}`);
  }
  if (strange !== null) return odd4(strange);
  if (value < accepted.value) return odd4("too little goes along");
  if (approvalAddress === null && !it.request.srcToken.native) return odd4("no approval");
  return isCanonical(it, args, data) ? { verdict: "safe", why: "" } : odd4("an unusual form");
}
function isCanonical(it, args, data) {
  try {
    return dataOf(it, args) === data;
  } catch {
    return false;
  }
}
function leavesOf(value, path = "") {
  if (typeof value !== "object" || value === null) return [[path, String(value).toLowerCase()]];
  return Object.keys(value).flatMap(
    (key) => leavesOf(value[key], path === "" ? key : `${path}.${key}`)
  );
}
function isSame2(a, b) {
  return a.toLowerCase() === b.toLowerCase();
}
var serviceUrl, mallory;
var init_callCase = __esm({
  "test/providers/callCase.ts"() {
    "use strict";
    init_bodies();
    init_depositSupport();
    serviceUrl = "https://service.test";
    mallory = evm("mallory");
  }
});

// test/providers/relay/signed.ts
import { encodeFunctionData as encodeFunctionData3, hashStruct as hashStruct2, parseAbi as parseAbi3 } from "viem";
function idOf(order3) {
  const types = Object.fromEntries(
    Object.entries(orderTypes).map(([name2, members]) => [name2, [...members]])
  );
  return hashStruct2({ types, primaryType: "Order", data: order3 });
}
function printOrder(order3) {
  const copy = JSON.parse(
    JSON.stringify(
      order3,
      (_key, value) => typeof value === "bigint" ? String(value) : value
    )
  );
  return { ...copy, salt: `0x${BigInt(order3.salt).toString(16).padStart(64, "0")}` };
}
function codecOf(isNative) {
  const signature = isNative ? native : erc20;
  const head = ({ depositor, token: token2, amount, id: id2, order: order3 }) => {
    const last = id2 ?? idOf(order3);
    return encodeCall2(signature, isNative ? [depositor, last] : [depositor, token2, amount, last]);
  };
  const argumentsIn2 = (data, order3) => {
    const args = decodeCall(signature, data);
    const id2 = args.at(-1);
    const own = idOf(order3) === id2 ? {} : { id: id2 };
    const [depositor, token2, amount] = args;
    return isNative ? { depositor, order: order3, ...own } : { depositor, token: token2, amount, order: order3, ...own };
  };
  const size = 2 + 8 + 64 * (isNative ? 2 : 4);
  const place = isNative ? 0 : 1;
  return {
    encode: (args) => {
      const order3 = encodeStruct({ types: orderTypes, name: "Order", value: args.order });
      return `${head(args)}${order3.slice(2)}`.toLowerCase();
    },
    decode: (data) => {
      const struct = decodeStruct(orderTypes, "Order", `0x${data.slice(size)}`);
      if (struct === null) throw new Error("no order behind the call");
      return argumentsIn2(data.slice(0, size), struct.value);
    },
    readBody: (body2) => {
      const { salt, ...order3 } = numbersIn(body2.protocol.v2.orderData);
      const { data } = body2.steps[place].items[0].data;
      return argumentsIn2(data, { ...order3, salt: BigInt(salt) });
    },
    writeBody: (body2, args) => {
      body2.steps[place].items[0].data.data = head(args);
      body2.protocol.v2.orderData = printOrder(args.order);
    }
  };
}
function numbersIn(order3) {
  return JSON.parse(
    JSON.stringify(order3),
    (_key, value) => typeof value === "string" && /^\d+$/.test(value) ? BigInt(value) : value
  );
}
function swapOf(src, dst, srcAmount, out2) {
  const isNative = src.native;
  const wordOf3 = ({ address: address2 }) => address2.toLowerCase();
  const asked = {
    originChainId: 8453,
    destinationChainId: 42161,
    originCurrency: src.address,
    destinationCurrency: dst.address,
    amount: String(srcAmount),
    tradeType: "EXACT_INPUT",
    disableOriginSwaps: true
  };
  const least2 = out2 * 99n / 100n;
  const details2 = {
    currencyIn: { currency: { chainId: 8453, address: wordOf3(src) }, amount: String(srcAmount) },
    currencyOut: {
      currency: { chainId: 42161, address: wordOf3(dst) },
      amount: String(out2),
      minimumAmount: String(least2)
    },
    totalImpact: { usd: "-0.03", percent: "-0.03" },
    timeEstimate: 2
  };
  const refund2 = { minimumAmount: 0n, deadline, extraData: router, recipient: alice };
  const order3 = {
    version: "v1",
    solverChainId: "base",
    solver: "0xf70da97812cb96acdf810712aa562db8dfa3dbef",
    salt: BigInt(hash("salt")),
    inputs: [
      {
        payment: { chainId: "base", currency: wordOf3(src), amount: srcAmount, weight: 1n },
        refunds: [
          { chainId: "base", currency: wordOf3(src), ...refund2 },
          { chainId: "arbitrum", currency: wordOf3(dst), ...refund2 }
        ]
      }
    ],
    output: {
      chainId: "arbitrum",
      payments: [
        { recipient: bob, currency: wordOf3(dst), minimumAmount: least2, expectedAmount: out2 }
      ],
      deadline,
      calls: [],
      extraData: router
    },
    fees: []
  };
  const codec = codecOf(isNative);
  const place = isNative ? 0 : 1;
  const approval = {
    id: "approve",
    kind: "transaction",
    requestId,
    items: [
      {
        status: "incomplete",
        data: {
          from: alice,
          to: wordOf3(src),
          data: encodeFunctionData3({
            abi: parseAbi3(["function approve(address spender, uint256 amount)"]),
            args: [depository2, srcAmount]
          }),
          value: "0",
          chainId: 8453
        }
      }
    ]
  };
  const data = {
    from: alice,
    to: depository2,
    value: isNative ? String(srcAmount) : "0",
    chainId: 8453
  };
  const deposit = {
    id: "deposit",
    kind: "transaction",
    requestId,
    depositAddress: "",
    items: [
      {
        status: "incomplete",
        data: { ...data, data: "0x" },
        check: { endpoint: `/intents/status/v3?requestId=${requestId}`, method: "GET" }
      }
    ]
  };
  const steps = isNative ? [deposit] : [approval, deposit];
  const built = { steps, fees: {}, details: details2, protocol: { v2: { orderData: {} } } };
  codec.writeBody(built, { depositor: alice, token: wordOf3(src), amount: srcAmount, order: order3 });
  const price3 = {
    method: "POST",
    path: "/price",
    request: { ...asked, user: alice, recipient: alice, refundTo: alice, slippageTolerance: "100" },
    body: { fees: {}, details: details2 }
  };
  const input = "order.inputs.0";
  const output = "order.output.payments.0";
  return {
    request: { ...requestOf(src, dst, srcAmount), fromAddress: alice, receiver: bob },
    honest: [
      price3,
      price3,
      {
        method: "POST",
        path: "/quote/v2",
        request: {
          ...asked,
          user: alice,
          recipient: bob,
          refundTo: alice,
          slippageTolerance: "100",
          protocolVersion: "v2",
          explicitDeposit: true,
          includeProtocolData: true,
          ttl: 900
        },
        body: built
      }
    ],
    wire: {
      quotedOut: ["details.currencyOut.amount", "details.currencyOut.minimumAmount"],
      builtOut: ["details.currencyOut.amount", "details.currencyOut.minimumAmount"],
      srcAmount: "details.currencyIn.amount",
      srcToken: "details.currencyIn.currency.address",
      dstToken: "details.currencyOut.currency.address",
      to: `steps.${place}.items.0.data.to`,
      data: `steps.${place}.items.0.data.data`,
      value: `steps.${place}.items.0.data.value`,
      spender: null,
      fee: null
    },
    call: {
      signature: isNative ? native : erc20,
      payer: ["depositor", `${input}.refunds.0.recipient`, `${input}.refunds.1.recipient`],
      receiver: [`${output}.recipient`],
      srcToken: [
        ...isNative ? [] : ["token"],
        `${input}.payment.currency`,
        `${input}.refunds.0.currency`
      ],
      dstToken: [`${output}.currency`, `${input}.refunds.1.currency`],
      srcAmount: [...isNative ? [] : ["amount"], `${input}.payment.amount`],
      minimum: `${output}.minimumAmount`,
      dstChain: "order.output.chainId",
      otherChain: "optimism",
      free: [
        "order.salt",
        `${input}.payment.weight`,
        `${input}.refunds.0.minimumAmount`,
        `${input}.refunds.0.deadline`,
        `${input}.refunds.1.minimumAmount`,
        `${input}.refunds.1.deadline`,
        `${output}.expectedAmount`
      ],
      harmless: ["order.output.deadline"],
      alike: { depositor: [`0x${"0".repeat(40)}`] },
      codec
    },
    hostile: [
      ["an order of another number", "E8", ({ args }) => args.id = hash("other")],
      ["a call on delivery", "E8", ({ args }) => args.order.output.calls = ["0x12"]],
      [
        "a fee to a third party",
        "E8",
        ({ args }) => args.order.fees.push({
          recipientChainId: "base",
          recipient: evm("mallory"),
          currencyChainId: "base",
          currency: wordOf3(src),
          amount: 1n
        })
      ],
      ["no refund", "E8", ({ args }) => args.order.inputs[0].refunds = []],
      [
        "a second payment",
        "E8",
        ({ args }) => args.order.output.payments.push(args.order.output.payments[0])
      ],
      ["an unknown solver", "E8", ({ args }) => args.order.solver = evm("mallory")],
      [
        "a fill by an unknown contract",
        "E8",
        ({ args }) => args.order.output.extraData = router.replace("b92f", "a92f")
      ],
      ["a signature", "E8", ({ body: body2 }) => body2.steps.at(-1).kind = "signature"],
      ["another transaction", "E8", ({ body: body2 }) => body2.steps.push(body2.steps.at(-1))],
      [
        "an order that has expired",
        "E8",
        ({ args }) => args.order.output.deadline = 17e8
      ]
    ]
  };
}
var alice, bob, depository2, router, requestId, native, erc20, deadline, tokens, coins;
var init_signed2 = __esm({
  "test/providers/relay/signed.ts"() {
    "use strict";
    init_structs();
    init_order2();
    init_callCase();
    init_depositSupport();
    [alice, bob] = [evm("alice"), evm("bob")];
    depository2 = "0x4cd00e387622c35bddb9b4c962c136462338bc31";
    router = "0x000000000000000000000000b92fe925dc43a0ecde6c8b1a2709c170ec4fff4f";
    requestId = hash("signed request");
    native = "function depositNative(address depositor, bytes32 id) payable";
    erc20 = "function depositErc20(address depositor, address token, uint256 amount, bytes32 id)";
    deadline = Date.UTC(2026, 10, 20, 9, 15) / 1e3;
    tokens = swapOf(
      tokenOf2("BASE", "USDC"),
      tokenOf2("ARBITRUM", "USDT"),
      100000000n,
      99950900n
    );
    coins = swapOf(
      tokenOf2("BASE", "ETH"),
      tokenOf2("ARBITRUM", "ETH"),
      10n ** 16n,
      9987669548275956n
    );
  }
});

// test/providers/depositHostile.ts
function textsOf(value) {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(
    ([key, one2]) => key === "providerState" || key === "request" ? [] : textsOf(one2)
  );
}
var hostile, unprintable3;
var init_depositHostile = __esm({
  "test/providers/depositHostile.ts"() {
    "use strict";
    init_vitest();
    init_errors();
    init_state();
    init_depositContract();
    init_depositSupport();
    hostile = [
      "\x1B[2J\x1B]0;owned\x07pay mallory\u202E",
      "A".repeat(2e5),
      "__proto__",
      "1e400",
      "-1",
      -1,
      1e300,
      Number.NaN,
      null,
      true,
      [],
      {},
      [[[[{}]]]]
    ];
    unprintable3 = /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2066-\u2069]/;
  }
});

// test/providers/depositOffers.ts
var init_depositOffers = __esm({
  "test/providers/depositOffers.ts"() {
    "use strict";
    init_vitest();
    init_depositSupport();
  }
});

// test/providers/depositContract.ts
var receiver, refund, depositAddress;
var init_depositContract = __esm({
  "test/providers/depositContract.ts"() {
    "use strict";
    init_vitest();
    init_addresses();
    init_chains2();
    init_amounts();
    init_blockchainIds();
    init_depositSupport();
    init_depositHostile();
    init_depositOffers();
    receiver = evm("receiver");
    refund = btc("refund");
    depositAddress = btc("deposit");
  }
});

// test/providers/relay/recordings.ts
function told(status, more = {}) {
  const reasons = { failReason: "N/A", refundFailReason: "N/A" };
  return { path: statusPath, body: { status, inTxHashes: [], txHashes: [], ...reasons, ...more } };
}
var baseUrl, bitcoin, usdc, request, requestId2, pair, priced, again, ordered, btcCoin, usdcCoin, currencyIn, currencyOut, details, price, order2, entry, listed, newest, listPath, familyPath, statusPath, registered, family, priceCall, againCall, create, readBack2, register;
var init_recordings = __esm({
  "test/providers/relay/recordings.ts"() {
    "use strict";
    init_depositContract();
    init_depositSupport();
    baseUrl = "https://relay.test";
    bitcoin = tokenOf2("BITCOIN", "BTC");
    usdc = tokenOf2("ETH", "USDC");
    request = requestOf(bitcoin, usdc, 1500000n, { receiver, refundAddress: refund });
    requestId2 = hash("request");
    pair = {
      user: refund,
      recipient: receiver,
      originChainId: 8253038,
      destinationChainId: 1,
      originCurrency: "bc1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqmql8k8",
      destinationCurrency: usdc.address,
      amount: "1500000",
      tradeType: "EXACT_INPUT",
      useDepositAddress: true,
      refundTo: refund,
      slippageTolerance: "100",
      referrer: "test"
    };
    priced = pair;
    again = pair;
    ordered = { ...pair, strict: true };
    btcCoin = { chainId: 8253038, address: pair.originCurrency, symbol: "BTC", decimals: 8 };
    usdcCoin = { chainId: 1, address: usdc.address.toLowerCase(), symbol: "USDC", decimals: 6 };
    currencyIn = { currency: btcCoin, amount: "1500000", minimumAmount: "1500000" };
    currencyOut = { currency: usdcCoin, amount: "1420500000", minimumAmount: "1406295000" };
    details = {
      operation: "swap",
      recipient: receiver,
      currencyIn,
      currencyOut,
      totalImpact: { usd: "-1.2", percent: "-0.12" },
      timeEstimate: 620
    };
    price = { fees: {}, details };
    order2 = {
      steps: [
        {
          id: "deposit",
          action: "Send funds",
          description: "synthetic",
          kind: "transaction",
          requestId: requestId2,
          depositAddress,
          items: []
        }
      ],
      fees: {},
      details
    };
    entry = {
      id: requestId2,
      status: "waiting",
      user: refund,
      sender: null,
      recipient: receiver,
      refundTo: refund,
      requestType: "Swap",
      depositAddress: {
        address: depositAddress,
        type: "strict",
        depositor: null,
        depositTxHash: null,
        recoveryAddress: null
      },
      supersededByRequestId: null,
      data: {
        failReason: null,
        refundFailReason: null,
        inTxs: [],
        outTxs: [],
        route: {
          quoted: {
            origin: { inputCurrency: currencyIn, router: "relay" },
            destination: { outputCurrency: currencyOut, router: "relay" }
          },
          actual: null
        }
      }
    };
    listed = { requests: [entry] };
    newest = "sortBy=updatedAt&sortDirection=desc&limit=20";
    listPath = `/requests/v3?depositAddress=${depositAddress}&${newest}`;
    familyPath = `/requests/v3?depositAddress=${depositAddress}&includeChildRequests=true&${newest}`;
    statusPath = `/intents/status/v3?requestId=${requestId2}`;
    registered = {
      depositAddress,
      type: "strict",
      requestId: requestId2,
      chainId: 8253038,
      createdAt: "2026-11-20T09:00:00.000Z",
      currency: pair.originCurrency,
      refundTo: refund
    };
    family = (...requests) => ({
      path: familyPath,
      body: { requests }
    });
    priceCall = { method: "POST", path: "/price", request: priced, body: price };
    againCall = { method: "POST", path: "/price", request: again, body: price };
    create = { method: "POST", path: "/quote/v2", request: ordered, body: order2 };
    readBack2 = { path: listPath, body: listed };
    register = {
      path: `/deposit-addresses/v1?requestId=${requestId2}`,
      body: registered
    };
  }
});

// test/providers/depositWire.ts
function asks(part, method = "GET") {
  return ({ call: call3, request: request3 }) => call3.includes(part) && request3.method === method;
}
function asksWith(end, fits) {
  return ({ call: call3, request: { body: body2 } }) => call3.endsWith(end) && fits(typeof body2 === "object" && body2 !== null ? { ...body2 } : {});
}
var dollars;
var init_depositWire = __esm({
  "test/providers/depositWire.ts"() {
    "use strict";
    dollars = ["25", "eth:USDC", "to", "arb:USDC"];
  }
});

// test/providers/relay.case.ts
var provider, keyless, refused, depositCase, callCase;
var init_relay_case = __esm({
  "test/providers/relay.case.ts"() {
    "use strict";
    init_vitest();
    init_relay2();
    init_signed();
    init_signed2();
    init_depositContract();
    init_depositSupport();
    init_recordings();
    init_depositWire();
    provider = createRelayProvider({ baseUrl, apiKey: "k-1", pause: async () => {
    } });
    keyless = createRelayProvider({ baseUrl, pause: async () => {
    } });
    refused = (errorCode, status = 400) => ({
      status,
      body: { message: "x", errorCode }
    });
    depositCase = {
      source: {
        kind: "recorded",
        from: "relayprotocol/relay-docs, features/deposit-addresses.mdx; Vex-Foundation/Vex, pull request 155",
        date: "2026-09-04"
      },
      provider,
      baseUrl,
      request,
      quote: [priceCall],
      rates: [void 0],
      limits: void 0,
      tooLow: {
        exchanges: [
          { ...priceCall, status: 400, body: { message: "too small", errorCode: "AMOUNT_TOO_LOW" } }
        ],
        data: { tokenSymbol: "BTC" }
      },
      tooHigh: {
        exchanges: [
          { ...priceCall, status: 400, body: { message: "no", errorCode: "INSUFFICIENT_LIQUIDITY" } }
        ],
        data: { tokenSymbol: "BTC" }
      },
      bentOffers: [
        ["another amount", (body2) => body2.details.currencyIn.amount = "1", "UPSTREAM_FAILED"],
        [
          "another coin",
          (body2) => body2.details.currencyOut.currency.address = evm("other"),
          "UPSTREAM_FAILED"
        ],
        [
          "another chain",
          (body2) => body2.details.currencyOut.currency.chainId = 8453,
          "UPSTREAM_FAILED"
        ],
        [
          "more at least than expected",
          (body2) => body2.details.currencyOut.minimumAmount = "9999999999",
          "UPSTREAM_FAILED"
        ]
      ],
      refusedOffers: [
        ["pair", refused("NO_SWAP_ROUTES_FOUND"), "NO_ROUTE"],
        ["chain", refused("UNSUPPORTED_CHAIN"), "NO_ROUTE"],
        ["account", refused("SANCTIONED_WALLET_ADDRESS"), "UPSTREAM_REFUSED"],
        ["price", refused("PRICE_FETCH_FAILED", 503), "UPSTREAM_FAILED"],
        ["node", refused("RPC_HTTP_ERROR"), "UPSTREAM_FAILED"]
      ],
      refundNeeded: "MISSING_FIELD",
      rate: void 0,
      before: [againCall],
      create,
      readBack: readBack2,
      built: {
        orderId: requestId2,
        memo: null,
        uniqueInfo: { relayId: requestId2 },
        expiresAtMs: null
      },
      bends: {
        srcCoin: (body2) => body2.requests[0].data.route.quoted.origin.inputCurrency.currency.address = btc("mallory"),
        dstCoin: (body2) => body2.requests[0].data.route.quoted.destination.outputCurrency.currency.chainId = 10,
        amountToSend: (body2) => body2.requests[0].data.route.quoted.origin.inputCurrency.amount = "15000000",
        depositAddress: (body2) => body2.requests[0].depositAddress.address = btc("mallory"),
        receiver: (body2) => body2.requests[0].recipient = evm("mallory"),
        refundAddress: (body2) => body2.requests[0].refundTo = btc("mallory"),
        rateType: (body2) => body2.requests[0].depositAddress.type = "custodial",
        dstAmount: (body2) => body2.requests[0].data.route.quoted.destination.outputCurrency.amount = "1"
      },
      redirect: (body2, address2) => {
        if (body2.steps !== void 0) body2.steps[0].depositAddress = address2;
        else if (body2.requests === void 0) body2.depositAddress = address2;
        else body2.requests[0].depositAddress.address = address2;
      },
      secret: depositAddress,
      lookAgain: [{ path: `/deposit-addresses/v1?requestId=${requestId2}`, status: 404, body: {} }],
      words: [
        [
          "waiting",
          [told("waiting"), family(entry)],
          { status: "PENDING", subStatus: "AWAITING_DEPOSIT" }
        ],
        [
          "depositing",
          [told("depositing", { inTxHashes: [plainHash("in")] })],
          { status: "PENDING", subStatus: "CONFIRMING", sourceTxHash: plainHash("in") }
        ],
        ["pending", [told("pending")], { status: "PENDING", subStatus: "EXCHANGING" }],
        ["submitted", [told("submitted")], { status: "PENDING", subStatus: "SENDING" }],
        ["delayed", [{ ...told("pending"), body: { status: "delayed" } }], { status: "LONG_PENDING" }],
        [
          "failure",
          [told("failure"), family({ ...entry, status: "failure", data: { failReason: "SLIPPAGE" } })],
          { status: "FAIL", note: "Relay could not fill the order (SLIPPAGE)." }
        ],
        [
          "failure without a list",
          [
            told("failure", { failReason: "TTL_EXPIRED" }),
            { path: familyPath, status: 410, body: { message: "retired" } }
          ],
          { status: "FAIL", note: "Relay could not fill the order (TTL_EXPIRED)." }
        ],
        [
          "failure of the refund",
          [
            told("failure"),
            family({
              ...entry,
              status: "failure",
              data: { refundFailReason: "REFUND_RECIPIENT_IS_VASP" }
            })
          ],
          { status: "REVERT" }
        ],
        [
          "refund, that cannot be sent",
          [
            told("refund"),
            family({ ...entry, status: "refund", data: { refundFailReason: "NO_RECIPIENT" } })
          ],
          { status: "REVERT", note: expect.stringContaining("NO_RECIPIENT") }
        ],
        [
          "of a request that took it over",
          [
            told("waiting"),
            family(
              {
                ...entry,
                id: hash("child"),
                status: "pending",
                data: { inTxs: [{ txHash: plainHash("in") }] }
              },
              { ...entry, supersededByRequestId: hash("child") }
            )
          ],
          { status: "PENDING", subStatus: "EXCHANGING", sourceTxHash: plainHash("in") }
        ],
        [
          "of a request that was made for another payment to the address",
          [
            told("waiting"),
            family(
              {
                ...entry,
                id: hash("child"),
                status: "success",
                depositAddress: { ...entry.depositAddress, depositTxHash: plainHash("in") }
              },
              entry
            )
          ],
          { status: "PENDING", providerStatus: "success", sourceTxHash: plainHash("in") }
        ],
        [
          "failure that needs the user, by the word of the status alone",
          [
            told("failure", { refundFailReason: "MANUAL_REFUND_REQUIRED" }),
            { path: familyPath, status: 503, body: { message: "down" } }
          ],
          { status: "REVERT", note: expect.stringContaining("MANUAL_REFUND_REQUIRED") }
        ]
      ],
      unknownWord: [{ ...told("pending"), body: { status: "meditating" } }],
      notFound: [{ path: statusPath, status: 404, body: { message: "not found" } }],
      paid: (paidIn2) => [told("success", { txHashes: paidIn2 === null ? [] : [hash("swap"), paidIn2] })],
      refunded: (paidIn2) => paidIn2 === null ? [told("refund"), family({ ...entry, status: "refund" })] : [told("refund", { txHashes: [paidIn2] })],
      wire: {
        pair: dollars,
        quoted: asksWith("/quote/v2", ({ strict }) => strict !== true),
        created: asksWith("/quote/v2", ({ strict }) => strict === true),
        echo: asks("/requests/v3"),
        state: asks("/intents/status/v3"),
        out: {
          quoted: ["details.currencyOut.amount", "details.currencyOut.minimumAmount"],
          created: ["details.currencyOut.amount", "details.currencyOut.minimumAmount"],
          echo: ["requests.0.data.route.quoted.destination.outputCurrency.amount"]
        },
        mayLack: "details.currencyOut.minimumAmount",
        address: { created: "steps.0.depositAddress", echo: "requests.0.depositAddress.address" },
        amount: {
          created: "details.currencyIn.amount",
          echo: "requests.0.data.route.quoted.origin.inputCurrency.amount"
        },
        receiver: "requests.0.recipient",
        refund: "requests.0.refundTo",
        srcCoin: { "requests.0.data.route.quoted.origin.inputCurrency.currency.chainId": 10 },
        dstCoin: {
          "requests.0.data.route.quoted.destination.outputCurrency.currency.address": evm("mallory")
        },
        dstChain: {
          "requests.0.data.route.quoted.destination.outputCurrency.currency.chainId": 10
        },
        otherOrder: { "requests.0.depositAddress.type": "custodial" },
        deadline: null,
        done: (hash3) => ({ status: "success", txHashes: hash3 === null ? [] : [hash3] }),
        refunded: (hash3) => ({ status: "refund", txHashes: hash3 === null ? [] : [hash3] }),
        unknown: { status: "ABRACADABRA" }
      }
    };
    callCase = {
      ...tokens,
      source: {
        kind: "shaped",
        from: "relayprotocol/relay-docs features/price-stabilization.mdx",
        date: "2026-07-24"
      },
      create: (url) => createSignedRelay({ baseUrl: url }),
      refusals: [
        [400, { message: "too small", errorCode: "AMOUNT_TOO_LOW" }, "AMOUNT_TOO_LOW"],
        [400, { message: "too much", errorCode: "INSUFFICIENT_LIQUIDITY" }, "AMOUNT_TOO_HIGH"],
        [400, { message: "no routes", errorCode: "NO_SWAP_ROUTES_FOUND" }, "NO_ROUTE"],
        [400, { message: "blocked", errorCode: "SANCTIONED_WALLET_ADDRESS" }, "UPSTREAM_REFUSED"],
        [429, { message: "Too many requests" }, "RATE_LIMITED"],
        [200, { details: {} }, "UPSTREAM_FAILED"]
      ],
      orders: {
        told: (status, { paid, payout: payout3, refund: back } = {}) => [
          {
            path: `/intents/status/v3?requestId=${requestId}`,
            body: {
              status,
              inTxHashes: paid === void 0 ? [] : [paid],
              txHashes: [payout3, back].filter((one2) => one2 !== void 0),
              originChainId: 8453,
              destinationChainId: 42161,
              failReason: "N/A",
              refundFailReason: "N/A"
            }
          }
        ],
        words: [
          ["waiting", "PENDING"],
          ["pending", "PENDING"],
          ["submitted", "PENDING"],
          ["delayed", "LONG_PENDING"]
        ],
        done: "success",
        refunded: "refund",
        foreign: [["another payment", (body2) => body2.inTxHashes = [hash("other")]]]
      },
      more: { "native coins": coins }
    };
  }
});

// shim:cases
var callCases, depositCases, tonCases;
var init_cases = __esm({
  "shim:cases"() {
    init_relay_case();
    callCases = [["relay", callCase], ...Object.entries(callCase.more ?? {}).map(([w, m]) => ["relay, " + w, { ...callCase, ...m }])];
    depositCases = [];
    tonCases = [];
  }
});

// test/campaign/support/wanted.ts
function wanted(cases) {
  const { only } = inject("campaign");
  return cases.filter(([name2]) => only === void 0 || name2.split(", ")[0] === only);
}
var init_wanted = __esm({
  "test/campaign/support/wanted.ts"() {
    "use strict";
    init_vitest();
  }
});

// test/campaign/support/random.ts
function createRandom(seed) {
  let state = seed >>> 0;
  const next = () => {
    state = state + 1831565813 >>> 0;
    let mixed = Math.imul(state ^ state >>> 15, state | 1);
    mixed ^= mixed + Math.imul(mixed ^ mixed >>> 7, mixed | 61);
    return ((mixed ^ mixed >>> 14) >>> 0) / 2 ** 32;
  };
  const below = (end) => Math.floor(next() * end);
  return Object.assign(next, {
    below,
    pick: (list) => {
      const one2 = list[below(list.length)];
      if (one2 === void 0) throw new Error("nothing to pick from");
      return one2;
    },
    bytes: (length) => Uint8Array.from({ length }, () => below(256)),
    shuffled: (list) => list.map((one2) => ({ one: one2, at: next() })).toSorted((a, b) => a.at - b.at).map(({ one: one2 }) => one2)
  });
}
var init_random = __esm({
  "test/campaign/support/random.ts"() {
    "use strict";
  }
});

// test/campaign/support/row.ts
function defineRow(facts, body2) {
  const { size, seed } = inject("campaign");
  const minutes2 = facts.limitMinutes?.[size] ?? (size === "fast" ? 5 : 60);
  test(
    `row ${facts.number}: ${facts.title} (${size}, seed ${seed})`,
    { timeout: minutes2 * 6e4 },
    async ({ task }) => {
      const { row, result } = createRow(facts, size, seed);
      task.meta.row = result;
      await body2(row);
      const expected = facts.cases[size];
      if (result.run < expected) {
        row.failed("the row itself", `${result.run} cases ran, ${expected} were promised`);
      }
      const refused2 = result.twins.run - result.twins.accepted;
      if (result.failed === 0 && refused2 === 0) return;
      throw new Error(
        [`${result.failed} of ${result.run} failed, ${refused2} twins refused`, ...result.failures].join("\n").slice(0, 2e4)
      );
    }
  );
}
function createRow(facts, size, seed) {
  const { number: number8, title } = facts;
  const result = {
    number: number8,
    title,
    size,
    seed,
    run: 0,
    passed: 0,
    failed: 0,
    twins: { run: 0, accepted: 0 },
    harm: {},
    notes: [],
    failures: []
  };
  const keep = (line) => {
    if (result.failures.length < keptFailures) result.failures.push(line);
  };
  const failed = (name2, problem) => {
    result.run += 1;
    result.failed += 1;
    keep(`${name2}: ${problem}`);
  };
  const row = {
    size,
    seed,
    random: createRandom(seed + number8),
    sized: (sizes) => sizes[size],
    check: async (name2, body2) => {
      try {
        await body2();
      } catch (thrown) {
        failed(name2, messageOf(thrown));
        return false;
      }
      row.passed();
      return true;
    },
    passed: (count = 1) => {
      result.run += count;
      result.passed += count;
    },
    failed,
    twin: async (name2, body2) => {
      result.twins.run += 1;
      try {
        await body2();
      } catch (thrown) {
        keep(`honest twin ${name2}: ${messageOf(thrown)}`);
        return false;
      }
      result.twins.accepted += 1;
      return true;
    },
    harm: (kind, what) => {
      result.harm[kind] = (result.harm[kind] ?? 0) + 1;
      failed(kind, what);
    },
    note: (text4) => void result.notes.push(text4)
  };
  return { row, result };
}
function messageOf(thrown) {
  return thrown instanceof Error ? thrown.message : String(thrown);
}
var keptFailures;
var init_row = __esm({
  "test/campaign/support/row.ts"() {
    "use strict";
    init_vitest();
    init_random();
    keptFailures = 20;
  }
});

// src/http/faults.ts
function upstreamFault(host, kind, text4, more = {}) {
  const { cause, ...facts } = more;
  return new SwaprouteError("UPSTREAM_FAILED", `${host} ${text4}.`, {
    context: { host, fault: kind, ...facts },
    cause
  });
}
function abortedError(signal, host, sent) {
  const reason = signal.reason;
  if (reason instanceof SwaprouteError) return reason;
  if (reason instanceof Error && reason.name === "TimeoutError") {
    return new SwaprouteError("TIMED_OUT", `${host} did not answer in time.`, {
      hint: "Try again, or allow more time.",
      context: { host, fault: "slow", sent }
    });
  }
  return new SwaprouteError("INTERRUPTED", `The request to ${host} was cancelled.`, {
    context: { host, sent }
  });
}
var proxyDown, faults;
var init_faults = __esm({
  "src/http/faults.ts"() {
    "use strict";
    init_errors();
    proxyDown = "SWAPROUTE_PROXY_DOWN";
    faults = {
      [proxyDown]: {
        kind: "unreachable",
        text: "cannot be reached: the proxy accepts no connection",
        transient: true
      },
      ECONNREFUSED: { kind: "unreachable", text: "refused the connection", transient: true },
      EHOSTUNREACH: { kind: "unreachable", text: "cannot be reached", transient: true },
      ENETUNREACH: { kind: "unreachable", text: "cannot be reached", transient: true },
      ETIMEDOUT: { kind: "unreachable", text: "did not accept a connection in time", transient: true },
      UND_ERR_CONNECT_TIMEOUT: {
        kind: "unreachable",
        text: "did not accept a connection in time",
        transient: true
      },
      ENOTFOUND: {
        kind: "unresolved",
        text: "could not be resolved (name not found); are you online?",
        transient: false
      },
      EAI_AGAIN: { kind: "unresolved", text: "could not be resolved", transient: true },
      ECONNRESET: { kind: "closed", text: "closed the connection", transient: true },
      EPIPE: { kind: "closed", text: "closed the connection", transient: true },
      UND_ERR_SOCKET: { kind: "closed", text: "closed the connection early", transient: true },
      UND_ERR_CLOSED: {
        kind: "closed",
        text: "was disconnected: this program is ending",
        transient: false
      },
      UND_ERR_DESTROYED: {
        kind: "closed",
        text: "was disconnected: this program is ending",
        transient: false
      },
      UND_ERR_ABORTED: {
        kind: "unreachable",
        text: "cannot be reached through the proxy",
        transient: false
      },
      UND_ERR_HEADERS_TIMEOUT: { kind: "slow", text: "did not answer in time", transient: false },
      UND_ERR_BODY_TIMEOUT: {
        kind: "slow",
        text: "stopped in the middle of its answer",
        transient: false
      },
      UND_ERR_HEADERS_OVERFLOW: { kind: "limit", text: "sent too many headers", transient: false },
      UND_ERR_RES_CONTENT_LENGTH_MISMATCH: {
        kind: "malformed",
        text: "sent a different length than announced",
        transient: true
      }
    };
  }
});

// src/core/abort.ts
import { setMaxListeners } from "node:events";
function onAbort(signal, listener) {
  if (signal.aborted) {
    listener();
    return () => {
    };
  }
  setMaxListeners(0, signal);
  signal.addEventListener("abort", listener, { once: true });
  return () => signal.removeEventListener("abort", listener);
}
var init_abort = __esm({
  "src/core/abort.ts"() {
    "use strict";
  }
});

// src/http/nodeLimits.ts
function knownBatchLimit(host) {
  const name2 = host.replace(/:\d+$/, "");
  const known5 = batchLimits.find(([domain]) => name2 === domain || name2.endsWith(`.${domain}`));
  return known5?.[1] ?? Number.POSITIVE_INFINITY;
}
var batchLimits;
var init_nodeLimits = __esm({
  "src/http/nodeLimits.ts"() {
    "use strict";
    batchLimits = [
      ["drpc.org", 3],
      ["1rpc.io", 3],
      ["mainnet.optimism.io", 10]
    ];
  }
});

// src/http/rpcWire.ts
function toEnvelope({ method, params }, id2) {
  return { jsonrpc: "2.0", id: id2, method, params };
}
function toAnswers(body2, count) {
  if (!Array.isArray(body2) || body2.length !== count) return null;
  const answers = /* @__PURE__ */ new Map();
  for (const item of body2) {
    const id2 = isRecord(item) ? item["id"] : null;
    const answer = typeof id2 === "number" ? toAnswer(item, id2) : null;
    if (typeof id2 !== "number" || answer === null || answers.has(id2)) return null;
    answers.set(id2, answer);
  }
  const inOrder = [];
  for (let id2 = 0; id2 < count; id2++) {
    const answer = answers.get(id2);
    if (answer === void 0) return null;
    inOrder.push(answer);
  }
  return inOrder;
}
function toAnswer(body2, id2) {
  if (!isRecord(body2)) return null;
  const error = body2["error"];
  if (isRecord(error)) {
    if (body2["id"] !== id2 && body2["id"] !== null && body2["id"] !== void 0) return null;
    const code = error["code"];
    const message = error["message"];
    return {
      ok: false,
      code: typeof code === "number" ? code : 0,
      message: typeof message === "string" ? foreignReason(message) : "no reason given",
      data: revertData(error["data"])
    };
  }
  if (body2["id"] !== id2 || body2["result"] === void 0) return null;
  return { ok: true, result: body2["result"] };
}
function revertData(data) {
  if (typeof data === "string") {
    const hex = /0x(?:[0-9a-fA-F]{2})*$/.exec(data);
    return hex === null ? null : hex[0];
  }
  if (!isRecord(data)) return null;
  return revertData(data["data"] ?? data["result"] ?? data["originalError"]);
}
function batchRefusal(body2) {
  const items = Array.isArray(body2) ? body2 : [body2];
  const texts = items.map(errorText);
  const [first2 = null] = texts;
  return first2 !== null && texts.every((text4) => text4 !== null && /batch/i.test(text4)) ? first2 : null;
}
function isTooLarge(status, body2) {
  const text4 = errorText(body2);
  return status === 413 || text4 !== null && /(?:body|payload|entity|request)[\w ]* too (?:large|big|long)/i.test(text4);
}
function errorText(body2) {
  if (typeof body2 === "string") return body2.slice(0, 500);
  if (!isRecord(body2)) return null;
  const { error, message } = body2;
  if (isRecord(error)) return typeof error["message"] === "string" ? error["message"] : "";
  if (typeof error === "string") return error;
  return typeof message === "string" ? message : null;
}
function isRateLimit(answer) {
  if (answer.ok || isAboutCall(answer)) return false;
  return rateCodes.has(answer.code) || rateWords.test(answer.message);
}
function isNodeError(answer) {
  if (answer.ok || isAboutCall(answer)) return false;
  return isRateLimit(answer) || nodeCodes.has(answer.code) || nodeWords.test(answer.message);
}
function isAboutCall({ code, message, data }) {
  return code === 3 || data !== null || callWords.test(message);
}
var nodeCodes, rateCodes, rateWords, nodeWords, callWords;
var init_rpcWire = __esm({
  "src/http/rpcWire.ts"() {
    "use strict";
    init_reason();
    init_json();
    nodeCodes = /* @__PURE__ */ new Set([
      -32002,
      -32005,
      -32016,
      -32029,
      -32097,
      -32603,
      429
    ]);
    rateCodes = /* @__PURE__ */ new Set([-32005, -32016, -32029, -32097, 429]);
    rateWords = /rate.?limit|too many (?:requests|connections)|limit (?:exceeded|reached)|quota/i;
    nodeWords = new RegExp(
      [
        "unauthori[sz]ed|forbidden|access denied|api.?key|tenant|credits|capacity|subscription",
        "header not found|block not found|unknown block|missing trie node|historical state|sync",
        "try again|temporar|unavailable|overload|busy|time.?out|timed out|deadline|next time",
        "internal (?:server )?error|upstream|backend"
      ].join("|"),
      "i"
    );
    callWords = /revert|gas|insufficient|nonce|underpriced|already known|opcode|stack (?:over|under|limit)|\bjump\b|\bEVM\b|execution (?:failed|error)/i;
  }
});

// src/http/rpcNode.ts
function createRpcNode({ http, url, limits: limits2, attemptMs, sleep }) {
  const host = hostOf(url);
  let batchLimit = Math.min(knownBatchLimit(host), limits2?.read(host) ?? Number.POSITIVE_INFINITY);
  let bodyLimit = Number.POSITIVE_INFINITY;
  let isUntested = false;
  let hasLearned = false;
  const slots = createSlots(parallelRequests);
  const post = (body2, { effect, signal, hasOther }) => limited(
    hasOther ? attemptMs : null,
    signal,
    sleep,
    (within) => http.send({
      method: "POST",
      url,
      body: body2,
      effect,
      signal: within,
      limitMs: requestMs,
      // Another node answers sooner than the same one after a pause.
      ...hasOther ? { retries: 0 } : {}
    })
  );
  const askOne = async (call3, options) => {
    const { status, body: body2 } = await post(toEnvelope(call3, 1), options);
    const answer = toAnswer(body2, 1);
    if (answer !== null) return answer;
    if (isTooLarge(status, body2) && !options.hasOther) {
      return { ok: false, code: 413, message: "the request is too large for the node", data: null };
    }
    throw upstreamFault(host, "malformed", `answered ${status} without JSON-RPC`, { status });
  };
  const askList = async (calls, options) => {
    const sent = calls.map(toEnvelope);
    const { status, body: body2 } = await post(sent, options);
    const refusal3 = batchRefusal(body2);
    const answers = refusal3 === null ? toAnswers(body2, calls.length) : null;
    if (answers !== null) return answers;
    if (options.effect === "order") {
      throw upstreamFault(host, "malformed", "refused a batch of calls", { sent: true });
    }
    if (refusal3 === null && (status >= 502 || closedStatus.has(status))) {
      throw upstreamFault(host, "status", `answered ${status}`, { status });
    }
    if (refusal3 === null && isTooLarge(status, body2)) {
      bodyLimit = Math.min(bodyLimit, Math.floor(JSON.stringify(sent).length / 2));
      isUntested = true;
      return "cut";
    }
    const single = refusal3 === null ? toAnswer(body2, 1) : null;
    if (single !== null && isNodeError(single) && (options.hasOther || isRateLimit(single))) {
      return calls.map(() => single);
    }
    const allowed = numberIn(refusal3, calls.length);
    const next = refusal3 === null ? 1 : usualLimits.find((number8) => number8 < calls.length);
    batchLimit = Math.min(batchLimit, allowed ?? next ?? 1);
    isUntested = allowed === null;
    hasLearned = true;
    return "cut";
  };
  const askOnce = async (calls, options, mayWait) => {
    if (options.signal.aborted) throw abortedError(options.signal, host, false);
    const [first2] = calls;
    const sent = calls.length === 1 && first2 !== void 0 ? askOne(first2, options).then((answer) => [answer]) : askList(calls, options);
    const answers = await sent.catch((thrown) => {
      if (mayWait && thrown instanceof SwaprouteError && thrown.code === "RATE_LIMITED") return null;
      throw thrown;
    });
    if (answers === null) return "later";
    if (answers === "cut") return answers;
    if (hasLearned) limits2?.write(host, batchLimit);
    hasLearned = false;
    isUntested = false;
    const trouble = options.effect === "order" ? void 0 : answers.find(isNodeError);
    if (trouble === void 0) return answers;
    if (options.hasOther) {
      throw upstreamFault(host, "status", `returned an error: ${trouble.message}`);
    }
    return mayWait && isRateLimit(trouble) ? "later" : answers;
  };
  const askPiece = async (calls, options) => {
    const { effect, hasOther, signal } = options;
    for (let tried = 0; ; tried += 1) {
      const mayWait = effect === "read" && !hasOther && tried < patience.tries;
      const answers = await slots(() => askOnce(calls, options, mayWait));
      if (answers === "cut") return inPieces(calls, options);
      if (answers !== "later") return answers;
      await sleep(patience.firstMs * 2 ** tried, signal).catch((thrown) => {
        throw signal.aborted ? abortedError(signal, host, false) : thrown;
      });
    }
  };
  const inPieces = async (calls, options) => {
    const pieces = cut(calls, batchLimit, bodyLimit);
    const [first2 = []] = pieces;
    if (isUntested && first2.length < calls.length) {
      const answers = await askPiece(first2, options);
      return [...answers, ...await inPieces(calls.slice(first2.length), options)];
    }
    return (await Promise.all(pieces.map((piece) => askPiece(piece, options)))).flat();
  };
  return {
    host,
    async ask(calls, options) {
      if (options.effect === "order") return askPiece(calls, options);
      const rest = new AbortController();
      const leave = onAbort(options.signal, () => rest.abort(options.signal.reason));
      try {
        return await inPieces(calls, { ...options, signal: rest.signal });
      } finally {
        leave();
        rest.abort(new SwaprouteError("INTERRUPTED", `${host} gets no more requests.`));
      }
    }
  };
}
function numberIn(refusal3, length) {
  const numbers = [...(refusal3 ?? "").matchAll(/\d+/g)].map(([digits2]) => Number(digits2));
  return numbers.find((number8) => number8 >= 1 && number8 < length) ?? null;
}
function cut(calls, most, bytes) {
  const pieces = [];
  let piece = [];
  let size = 0;
  for (const call3 of calls) {
    const own = bytes === Number.POSITIVE_INFINITY ? 0 : JSON.stringify(toEnvelope(call3, 1)).length;
    if (piece.length > 0 && (piece.length >= most || size + own > bytes)) {
      pieces.push(piece);
      piece = [];
      size = 0;
    }
    piece.push(call3);
    size += own;
  }
  return piece.length === 0 ? pieces : [...pieces, piece];
}
function createSlots(count) {
  let free = count;
  const waiting3 = [];
  return async (work) => {
    if (free > 0) free -= 1;
    else await new Promise((done) => waiting3.push(done));
    try {
      return await work();
    } finally {
      const next = waiting3.shift();
      if (next === void 0) free += 1;
      else next();
    }
  };
}
async function limited(ms, outer, sleep, work) {
  if (ms === null) return work(outer);
  const inner = new AbortController();
  const finished = new AbortController();
  const leave = onAbort(outer, () => inner.abort(outer.reason));
  sleep(ms, finished.signal).then(
    () => inner.abort(new DOMException("attempt over", "TimeoutError")),
    // Rejected because the work was done first.
    () => {
    }
  );
  try {
    return await work(inner.signal);
  } finally {
    finished.abort();
    leave();
  }
}
function hostOf(url) {
  return URL.canParse(url) ? new URL(url).host : "a node";
}
var requestMs, usualLimits, parallelRequests, patience, closedStatus;
var init_rpcNode = __esm({
  "src/http/rpcNode.ts"() {
    "use strict";
    init_abort();
    init_errors();
    init_faults();
    init_nodeLimits();
    init_rpcWire();
    requestMs = 2e4;
    usualLimits = [100, 50, 20, 10, 3, 1];
    parallelRequests = 8;
    patience = { tries: 4, firstMs: 500 };
    closedStatus = /* @__PURE__ */ new Set([401, 402, 403, 404, 410]);
  }
});

// src/http/rpc.ts
import { setTimeout as wait2 } from "node:timers/promises";
function createRpcClient(options) {
  const { http } = options;
  const attemptMs = options.attemptMs ?? 4e3;
  const now = options.now ?? Date.now;
  const sleep = options.sleep ?? ((ms, signal) => wait2(ms, void 0, { signal }));
  const chains = /* @__PURE__ */ new Map();
  const chainOf4 = (blockchain) => {
    const known5 = chains.get(blockchain);
    if (known5 !== void 0) return known5;
    const nodes = (options.endpoints[blockchain] ?? []).map((url) => ({
      node: createRpcNode({ http, url, limits: options.limits, attemptMs, sleep }),
      isProved: false,
      left: null,
      clockAtMs: 0
    }));
    const chain = { nodes, preferred: 0 };
    chains.set(blockchain, chain);
    return chain;
  };
  const isLeft = (known5) => known5.left !== null && now() < known5.left.untilMs;
  const warned = /* @__PURE__ */ new Set();
  const warn = (code, host, message) => {
    if (warned.has(`${code} ${host}`)) return;
    warned.add(`${code} ${host}`);
    options.warn?.(code, message);
  };
  const identityOf = (blockchain) => options.identity?.(blockchain) ?? { chainId: null, clock: null };
  const question = async (blockchain, known5, calls, signal, hasOther) => {
    const { chainId: chainId2, clock } = identityOf(blockchain);
    const needsProof = chainId2 !== null && !known5.isProved;
    const askedAt = calls.findIndex(({ method }) => method === chainIdCall.method);
    const proof = needsProof && askedAt === -1 ? [chainIdCall] : [];
    const looksAtClock = clock !== null && now() - known5.clockAtMs >= clockEveryMs;
    const asked = [...calls, ...proof, ...looksAtClock ? [clock] : []];
    const all = await known5.node.ask(asked, { effect: "read", signal, hasOther });
    const answers = all.slice(0, calls.length);
    if (needsProof) {
      prove(blockchain, known5, chainId2, all[askedAt === -1 ? calls.length : askedAt]);
    }
    if (!looksAtClock) return { known: known5, answers, ageMs: null };
    known5.clockAtMs = now();
    const seconds = numberOf(all.at(-1));
    return { known: known5, answers, ageMs: seconds === null ? null : now() - seconds * 1e3 };
  };
  const prove = (blockchain, known5, chainId2, answer) => {
    const { host } = known5.node;
    const chainIdOfNode = numberOf(answer);
    if (chainIdOfNode === null) {
      throw upstreamFault(host, "malformed", "does not say which chain it serves");
    }
    if (chainIdOfNode !== chainId2) {
      const text4 = `serves chain ${chainIdOfNode}, but ${blockchain} is chain ${chainId2}`;
      const why = upstreamFault(host, "malformed", text4, { check: "E1" });
      known5.left = { why, untilMs: Number.POSITIVE_INFINITY };
      warn("NODE_OF_ANOTHER_CHAIN", host, `${why.message} It is not used.`);
      throw why;
    }
    known5.isProved = true;
  };
  const isBehind = (late, other) => other.ageMs !== null && (late.ageMs ?? 0) - other.ageMs > lateMs;
  const leave = (blockchain, late, other) => {
    const behindMs = (late.ageMs ?? 0) - (other.ageMs ?? 0);
    const text4 = `is ${minutes(behindMs)} behind ${other.known.node.host} on ${blockchain}`;
    const { host } = late.known.node;
    const why = upstreamFault(host, "malformed", text4);
    late.known.left = { why, untilMs: now() + leftForMs };
    warn("NODE_BEHIND", host, `${host} ${text4} and is not used.`);
  };
  const warnOfAge = (blockchain, { known: known5, ageMs }) => {
    if (ageMs === null || ageMs < veryLateMs) return;
    const { host } = known5.node;
    const text4 = `The newest ${blockchain} block of ${host} is ${minutes(ageMs)} old: the node may be behind, and its data out of date.`;
    warn("NODE_BEHIND", host, text4);
  };
  const read = async (blockchain, calls, signal) => {
    const chain = chainOf4(blockchain);
    const order4 = rotation(chain);
    const failures = [];
    let late = null;
    for (const [position, known5] of order4.entries()) {
      if (isLeft(known5)) {
        failures.push(known5.left.why);
        continue;
      }
      const isLast = order4.slice(position + 1).every(isLeft);
      try {
        const found = await question(blockchain, known5, calls, signal, !isLast || late !== null);
        const isLate = (found.ageMs ?? 0) > lateMs;
        if (late !== null && isBehind(late, found)) leave(blockchain, late, found);
        else if (late !== null) return late.answers;
        else if (isLate && !isLast) {
          late = found;
          continue;
        }
        if (isLate) warnOfAge(blockchain, found);
        chain.preferred = chain.nodes.indexOf(known5);
        return found.answers;
      } catch (thrown) {
        const error = toSwaprouteError(thrown);
        if (signal.aborted || error.code === "INTERRUPTED" || error.code === "INTERNAL") throw error;
        failures.push(error);
      }
    }
    if (late === null) throw unavailable(blockchain, failures);
    warnOfAge(blockchain, late);
    return late.answers;
  };
  const order3 = async (blockchain, calls, signal) => {
    const chain = chainOf4(blockchain);
    const mustProve = identityOf(blockchain).chainId !== null;
    if (mustProve && chain.nodes[chain.preferred]?.isProved !== true) {
      await read(blockchain, [chainIdCall], signal);
    }
    const known5 = chain.nodes[chain.preferred];
    if (known5 === void 0) throw unavailable(blockchain, []);
    try {
      return await known5.node.ask(calls, { effect: "order", signal, hasOther: false });
    } catch (thrown) {
      const error = toSwaprouteError(thrown);
      if (signal.aborted || error.code === "INTERRUPTED" || error.code === "INTERNAL") throw error;
      throw unavailable(blockchain, [error]);
    }
  };
  const batch = async (blockchain, calls, { signal }) => {
    if (calls.length === 0) return [];
    const isOrder = calls.some(({ method }) => orderMethods.has(method));
    return (isOrder ? order3 : read)(blockchain, calls, signal);
  };
  return {
    batch,
    async call(blockchain, method, params, callOptions) {
      const [answer] = await batch(blockchain, [{ method, params }], callOptions);
      if (answer === void 0) throw unavailable(blockchain, []);
      if (answer.ok) return answer.result;
      throw new SwaprouteError(
        "UPSTREAM_FAILED",
        `The ${blockchain} node returned an error: ${answer.message}`,
        {
          context: { blockchain, method, code: answer.code, data: answer.data }
        }
      );
    },
    has: (blockchain) => (options.endpoints[blockchain] ?? []).length > 0
  };
}
function rotation({ nodes, preferred }) {
  return [...nodes.slice(preferred), ...nodes.slice(0, preferred)];
}
function numberOf(answer) {
  if (answer?.ok !== true || typeof answer.result !== "string") return null;
  if (!/^0x[0-9a-fA-F]{1,64}$/.test(answer.result)) return null;
  const value = BigInt(answer.result);
  return value <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(value) : null;
}
function minutes(ms) {
  const whole = Math.round(ms / 6e4);
  return `${whole} minute${whole === 1 ? "" : "s"}`;
}
function unavailable(blockchain, failures) {
  const last = failures.at(-1);
  if (last === void 0) {
    return new SwaprouteError("CHAIN_UNAVAILABLE", `No RPC address is known for ${blockchain}.`, {
      hint: `Set one with SWAPROUTE_RPC_${blockchain}=https://\u2026.`,
      context: { blockchain }
    });
  }
  return new SwaprouteError(
    "CHAIN_UNAVAILABLE",
    `No ${blockchain} node answers: ${failures.map(({ message }) => message).join(" ")}`,
    {
      hint: `Try again, or set another node with SWAPROUTE_RPC_${blockchain}=https://\u2026.`,
      context: { ...last.context, blockchain },
      cause: last
    }
  );
}
var lateMs, leftForMs, veryLateMs, clockEveryMs, orderMethods, chainIdCall;
var init_rpc = __esm({
  "src/http/rpc.ts"() {
    "use strict";
    init_errors();
    init_faults();
    init_rpcNode();
    lateMs = 6e4;
    leftForMs = 6e5;
    veryLateMs = 6e5;
    clockEveryMs = 6e4;
    orderMethods = /* @__PURE__ */ new Set([
      "eth_sendRawTransaction",
      "eth_sendRawTransactionSync",
      "eth_sendTransaction"
    ]);
    chainIdCall = { method: "eth_chainId", params: [] };
  }
});

// test/support/noTon.ts
var refuse2, noTon;
var init_noTon = __esm({
  "test/support/noTon.ts"() {
    "use strict";
    refuse2 = () => Promise.reject(new Error("no network"));
    noTon = {
      has: () => false,
      runGetMethod: refuse2,
      accountState: refuse2,
      chainTime: refuse2,
      sendBoc: refuse2,
      rawTransactions: refuse2,
      transactionsByMessage: refuse2,
      transactionByHash: refuse2,
      transactions: refuse2,
      trace: refuse2,
      emulate: refuse2,
      jettonBalances: refuse2
    };
  }
});

// test/providers/across/support.ts
import { readFileSync } from "node:fs";
function load(name2) {
  const url = new URL(`recordings/${name2}.json`, import.meta.url);
  const recording = JSON.parse(readFileSync(url, "utf8"));
  return recording;
}
function token(blockchain, address2, symbol, decimals) {
  const native2 = address2 === zeroAddress;
  return { blockchain, address: address2, symbol, name: symbol, decimals, listed: true, native: native2 };
}
function request2(more = {}) {
  return requestOf(usdc2, arbUsdc, 250000000n, { fromAddress: alice2, receiver: bob2, ...more });
}
function refOf2(srcTxHash, more = {}) {
  return {
    srcBlockchain: "ETH",
    srcTxHash,
    dstBlockchain: "ARBITRUM",
    orderId: null,
    fromAddress: alice2,
    receiver: bob2,
    durationSeconds: 2,
    startedAtMs: 0,
    providerState: null,
    ...more
  };
}
var baseUrl2, alice2, bob2, usdc2, arbUsdc, ether, arbWeth;
var init_support = __esm({
  "test/providers/across/support.ts"() {
    "use strict";
    init_token();
    init_rpc();
    init_noTon();
    init_depositSupport();
    baseUrl2 = "https://across.test/api";
    alice2 = "0xcEe20818B7a8d5ff4dA6502aeeD518bD35bdc872";
    bob2 = "0xb5126D080D220e32423fF1d48B2649E5522a892C";
    usdc2 = token("ETH", "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48", "USDC", 6);
    arbUsdc = token("ARBITRUM", "0xaf88d065e77c8cC2239327C5EDb3A432268e5831", "USDC", 6);
    ether = token("ETH", zeroAddress, "ETH", 18);
    arbWeth = token("ARBITRUM", "0x82aF49447D8a07e3bd95BD0d56f35241523fBab1", "WETH", 18);
  }
});

// src/providers/across/data/contracts.json
var contracts_default;
var init_contracts = __esm({
  "src/providers/across/data/contracts.json"() {
    contracts_default = {
      ARBITRUM: { spokePool: "0xe35e9842fceaCA96570B734083f4a58e8F7C5f2A", peripheries: ["0x97CCDBea4632140639aD5eA9b944aa034eb15fD4", "0x10D8b8DaA26d307489803e10477De69C0492B610"], handler: "0x0F7Ae28dE1C8532170AD4ee566B5801485c13a0E" },
      AVALANCHE: { spokePool: "0xFE9D541c92E4e90437C7152A00244886dE37a658", peripheries: ["0x97CCDBea4632140639aD5eA9b944aa034eb15fD4", "0xe05E3798Ce2ae9afCb637fb53BF5a51253BBe2af"], handler: "0x9610954AcDCA5FF7905f051A040ce33fe613c60e" },
      BASE: { spokePool: "0x09aea4b2242abC8bb4BB78D537A67a245A7bEC64", peripheries: ["0x97CCDBea4632140639aD5eA9b944aa034eb15fD4", "0x10D8b8DaA26d307489803e10477De69C0492B610"], handler: "0x0F7Ae28dE1C8532170AD4ee566B5801485c13a0E" },
      BLAST: { spokePool: "0x2D509190Ed0172ba588407D4c2df918F955Cc6E1", peripheries: ["0x97CCDBea4632140639aD5eA9b944aa034eb15fD4", "0x10D8b8DaA26d307489803e10477De69C0492B610"], handler: "0x0F7Ae28dE1C8532170AD4ee566B5801485c13a0E" },
      BOBA: { spokePool: "0xBbc6009fEfFc27ce705322832Cb2068F8C1e0A58", peripheries: [] },
      BSC: { spokePool: "0x4e8E101924eDE233C13e2D8622DC8aED2872d505", peripheries: ["0x97CCDBea4632140639aD5eA9b944aa034eb15fD4", "0x10D8b8DaA26d307489803e10477De69C0492B610"], handler: "0x0F7Ae28dE1C8532170AD4ee566B5801485c13a0E" },
      ETH: { spokePool: "0x5c7BCd6E7De5423a257D81B442095A1a6ced35C5", peripheries: ["0x97CCDBea4632140639aD5eA9b944aa034eb15fD4", "0x10D8b8DaA26d307489803e10477De69C0492B610"], handler: "0x0F7Ae28dE1C8532170AD4ee566B5801485c13a0E" },
      HYPER_EVM: { spokePool: "0x35E63eA3eb0fb7A3bc543C71FB66412e1F6B0E04", peripheries: ["0x97CCDBea4632140639aD5eA9b944aa034eb15fD4", "0x10D8b8DaA26d307489803e10477De69C0492B610"], handler: "0x5E7840E06fAcCb6d1c3b5F5E0d1d3d07F2829bba" },
      LINEA: { spokePool: "0x7E63A5f1a8F0B4d0934B2f2327DAED3F6bb2ee75", peripheries: ["0x97CCDBea4632140639aD5eA9b944aa034eb15fD4", "0x10D8b8DaA26d307489803e10477De69C0492B610"], handler: "0xdF1C940487574EEfa79989a79a4936A0F979cDa2" },
      MEGAETH: { spokePool: "0x3Db06DA8F0a24A525f314eeC954fC5c6a973d40E", peripheries: ["0x97CCDBea4632140639aD5eA9b944aa034eb15fD4", "0x10D8b8DaA26d307489803e10477De69C0492B610"], handler: "0xFfc1285082deAB9bf0ECA5699e4930bb310aFbE4" },
      MODE: { spokePool: "0x3baD7AD0728f9917d1Bf08af5782dCbD516cDd96", peripheries: ["0x97CCDBea4632140639aD5eA9b944aa034eb15fD4", "0x10D8b8DaA26d307489803e10477De69C0492B610"], handler: "0x0F7Ae28dE1C8532170AD4ee566B5801485c13a0E" },
      MONAD: { spokePool: "0xd2ecb3afe598b746F8123CaE365a598DA831A449", peripheries: ["0x97CCDBea4632140639aD5eA9b944aa034eb15fD4", "0x10D8b8DaA26d307489803e10477De69C0492B610"], handler: "0xeC41F75c686e376Ab2a4F18bde263ab5822c4511" },
      OPTIMISM: { spokePool: "0x6f26Bf09B1C792e3228e5467807a900A503c0281", peripheries: ["0x97CCDBea4632140639aD5eA9b944aa034eb15fD4", "0x10D8b8DaA26d307489803e10477De69C0492B610"], handler: "0x0F7Ae28dE1C8532170AD4ee566B5801485c13a0E" },
      PLASMA: { spokePool: "0x50039fAEfebef707cFD94D6d462fE6D10B39207a", peripheries: ["0x97CCDBea4632140639aD5eA9b944aa034eb15fD4", "0x10D8b8DaA26d307489803e10477De69C0492B610"], handler: "0x5E7840E06fAcCb6d1c3b5F5E0d1d3d07F2829bba" },
      POLYGON: { spokePool: "0x9295ee1d8C5b022Be115A2AD3c30C72E34e7F096", peripheries: ["0x97CCDBea4632140639aD5eA9b944aa034eb15fD4", "0x10D8b8DaA26d307489803e10477De69C0492B610"], handler: "0x0F7Ae28dE1C8532170AD4ee566B5801485c13a0E" },
      SCROLL: { spokePool: "0x3baD7AD0728f9917d1Bf08af5782dCbD516cDd96", peripheries: ["0x97CCDBea4632140639aD5eA9b944aa034eb15fD4", "0x10D8b8DaA26d307489803e10477De69C0492B610"], handler: "0x0F7Ae28dE1C8532170AD4ee566B5801485c13a0E" },
      SONEIUM: { spokePool: "0x3baD7AD0728f9917d1Bf08af5782dCbD516cDd96", peripheries: ["0x97CCDBea4632140639aD5eA9b944aa034eb15fD4", "0x10D8b8DaA26d307489803e10477De69C0492B610"], handler: "0x0F7Ae28dE1C8532170AD4ee566B5801485c13a0E" },
      UNICHAIN: { spokePool: "0x09aea4b2242abC8bb4BB78D537A67a245A7bEC64", peripheries: ["0x97CCDBea4632140639aD5eA9b944aa034eb15fD4", "0x10D8b8DaA26d307489803e10477De69C0492B610"], handler: "0x0F7Ae28dE1C8532170AD4ee566B5801485c13a0E" },
      ZK_SYNC: { spokePool: "0xE0B015E54d54fc84a6cB9B666099c46adE9335FF", peripheries: ["0x7C99cED6d8011AF8A52488884F7BA2c61b0FA57D", "0x5a148a9260c1f670429361c34d40b477280F01a9"], handler: "0x68d3806E57148D6c6793C78EbDDbc272fE605dbf" }
    };
  }
});

// src/providers/across/data/eventEmitters.json
var eventEmitters_default;
var init_eventEmitters = __esm({
  "src/providers/across/data/eventEmitters.json"() {
    eventEmitters_default = [
      "0xBF75133b48b0a42AB9374027902E83C5E2949034",
      "0x74a2966e23B61A360b1345eA359127aF325beC4C",
      "0xe51da9300b4e5B7a412d58e8290914207dAF7fcD",
      "0x25b15Fc38d6A2C13FEDdD9cb51f184F7Cf0D4C11"
    ];
  }
});

// src/providers/across/contracts.ts
function acrossContracts(blockchain) {
  const row = rows[blockchain];
  return row === void 0 ? null : { ...row, handler: row.handler ?? null };
}
function acrossBlockchains() {
  return Object.keys(contracts_default).filter(isBlockchainId);
}
function isHandler(address2, blockchain) {
  return isSameAddress(rows[blockchain]?.handler ?? "", address2);
}
function isEventEmitter(address2) {
  return eventEmitters_default.some((emitter2) => isSameAddress(emitter2, address2));
}
var rows;
var init_contracts2 = __esm({
  "src/providers/across/contracts.ts"() {
    "use strict";
    init_addresses2();
    init_blockchainIds();
    init_contracts();
    init_eventEmitters();
    rows = contracts_default;
  }
});

// src/providers/across/delivery.ts
function readDelivery(inside, message, arriving) {
  const { outputToken, outputAmount } = arriving;
  const [{ calls, fallbackRecipient: fallback }] = inside.values(instructions, message);
  if (calls.length > maxCalls) throw refuse3();
  const drained = /* @__PURE__ */ new Set();
  let recipient = null;
  let unwrapped2 = false;
  let fees = 0n;
  for (const { target, callData, value } of calls) {
    const step = readStep(inside, { target, callData, value }, arriving, unwrapped2);
    if (step.kind === "log") continue;
    if (step.kind === "drain") {
      if (recipient !== null && recipient !== step.recipient) throw refuse3();
      recipient = step.recipient;
      if (step.token !== zeroAddress || unwrapped2) drained.add(step.token);
      continue;
    }
    if (recipient !== null) throw refuse3();
    if (step.kind === "fee") {
      fees += step.amount;
      continue;
    }
    if (step.amount !== "balance" && step.amount !== outputAmount - fees) throw refuse3();
    unwrapped2 = true;
  }
  const token2 = unwrapped2 ? zeroAddress : outputToken;
  if (recipient === null || !drained.has(token2) || fees >= outputAmount) throw refuse3();
  return { recipient, token: token2, fees, fallback };
}
function readStep(inside, { target, callData, value }, { handler, outputToken }, unwrapped2) {
  if (callData === "0x") {
    if (unwrapped2 && value > 0n) return { kind: "fee", amount: value };
    throw refuse3();
  }
  if (value !== 0n) throw refuse3();
  if (isSameAddress(target, handler)) return inside.call(handlerCalls(outputToken), callData);
  if (isSameAddress(target, outputToken) && !unwrapped2) return inside.call(tokenCalls, callData);
  if (isEventEmitter(target)) return inside.call([logEntry], callData);
  throw refuse3();
}
function handlerCalls(outputToken) {
  return [
    call(
      "function drainLeftoverTokens(address token, address destination)",
      ([token2, recipient]) => ({
        kind: "drain",
        token: token2,
        recipient
      })
    ),
    // Unwraps the handler's whole balance: the amount of `withdraw` is filled in at the call.
    call(
      "function makeCallWithBalance(address target, bytes callData, uint256 value, (address token, uint256 offset)[] replacement)",
      ([target, callData, value, replacement], inside) => {
        const [one2, more] = replacement;
        const step = inside.call([withdraw], callData);
        const isBalance = isSameAddress(target, outputToken) && value === 0n && step.kind === "unwrap" && step.amount === 0n && more === void 0 && one2 !== void 0 && isSameAddress(one2.token, outputToken) && one2.offset === 4n;
        if (!isBalance) throw refuse3();
        return { kind: "unwrap", amount: "balance" };
      }
    )
  ];
}
function refuse3() {
  return unsafeCall("Across", "does more on arrival than pay one receiver");
}
var instructions, maxCalls, withdraw, tokenCalls, logEntry;
var init_delivery = __esm({
  "src/providers/across/delivery.ts"() {
    "use strict";
    init_calls();
    init_addresses2();
    init_token();
    init_contracts2();
    instructions = "((address target, bytes callData, uint256 value)[] calls, address fallbackRecipient) instructions";
    maxCalls = 8;
    withdraw = call("function withdraw(uint256 amount)", ([amount]) => ({
      kind: "unwrap",
      amount
    }));
    tokenCalls = [
      withdraw,
      call("function transfer(address to, uint256 amount)", ([, amount]) => ({ kind: "fee", amount }))
    ];
    logEntry = call("function emitData(bytes data)", () => ({ kind: "log" }));
  }
});

// src/providers/across/calls.ts
function acrossCalls(site) {
  const contracts = acrossContracts(site.blockchain);
  if (contracts === null) return [];
  if (isSameAddress(site.to, contracts.spokePool)) return poolCalls(site);
  return contracts.peripheries.some((address2) => isSameAddress(address2, site.to)) ? peripheryCalls(site, contracts.spokePool) : [];
}
function poolCalls(site) {
  return [
    call(
      "function deposit(bytes32 depositor, bytes32 recipient, bytes32 inputToken, bytes32 outputToken, uint256 inputAmount, uint256 outputAmount, uint256 destinationChainId, bytes32 exclusiveRelayer, uint32 quoteTimestamp, uint32 fillDeadline, uint32 exclusivityParameter, bytes message) payable",
      ([depositor, recipient, srcToken, outputToken, ...rest], inside) => toTerms3(site, { depositor, recipient, srcToken, outputToken, ...tailOf(rest) }, inside),
      marks
    ),
    call(
      "function depositV3(address depositor, address recipient, address inputToken, address outputToken, uint256 inputAmount, uint256 outputAmount, uint256 destinationChainId, address exclusiveRelayer, uint32 quoteTimestamp, uint32 fillDeadline, uint32 exclusivityParameter, bytes message) payable",
      ([depositor, recipient, srcToken, outputToken, ...rest], inside) => toTerms3(site, { depositor, recipient, srcToken, outputToken, ...tailOf(rest) }, inside),
      marks
    )
  ];
}
function peripheryCalls(site, spokePool2) {
  const requirePool = (address2) => {
    if (isSameAddress(address2, spokePool2)) return;
    throw odd2("deposits into an unknown contract");
  };
  return [
    call(
      "function depositNative(address spokePool, address depositor, bytes32 recipient, address inputToken, uint256 inputAmount, bytes32 outputToken, uint256 outputAmount, uint256 destinationChainId, bytes32 exclusiveRelayer, uint32 quoteTimestamp, uint32 fillDeadline, uint32 exclusivityParameter, bytes message) payable",
      ([pool4, depositor, recipient, srcToken, amountIn2, outputToken, ...rest], inside) => {
        requirePool(pool4);
        const tail = tailOf([amountIn2, ...rest]);
        return toTerms3(site, { depositor, recipient, srcToken, outputToken, ...tail }, inside);
      },
      marks
    ),
    // Of the periphery before 2026-06: no depositor, refunds go to the sender.
    call(
      "function depositNative(address spokePool, bytes32 recipient, address inputToken, uint256 inputAmount, bytes32 outputToken, uint256 outputAmount, uint256 destinationChainId, bytes32 exclusiveRelayer, uint32 quoteTimestamp, uint32 fillDeadline, uint32 exclusivityParameter, bytes message) payable",
      ([pool4, recipient, srcToken, amountIn2, outputToken, ...rest], inside) => {
        requirePool(pool4);
        const tail = tailOf([amountIn2, ...rest]);
        return toTerms3(site, { depositor: null, recipient, srcToken, outputToken, ...tail }, inside);
      },
      marks
    ),
    // The deposit's output is for the minimum the swap may yield, and grows with it.
    call(
      "function swapAndBridge(((uint256 amount, address recipient) submissionFees, (address inputToken, bytes32 outputToken, uint256 outputAmount, address depositor, bytes32 recipient, uint256 destinationChainId, bytes32 exclusiveRelayer, uint32 quoteTimestamp, uint32 fillDeadline, uint32 exclusivityParameter, bytes message) depositData, address swapToken, address exchange, uint8 transferType, uint256 swapTokenAmount, uint256 minExpectedInputTokenAmount, bytes routerCalldata, bool enableProportionalAdjustment, address spokePool, uint256 nonce) swapAndDepositData) payable",
      ([{ depositData, ...swap }], inside) => {
        if (swap.submissionFees.amount !== 0n) throw odd2("pays a fee to a third party");
        if (swap.transferType > 2) throw odd2("cannot be read");
        requirePool(swap.spokePool);
        const { destinationChainId: chain, exclusiveRelayer: relayer } = depositData;
        const outputToken = accountOf(depositData.outputToken);
        const bridged = {
          token: depositData.inputToken,
          least: swap.minExpectedInputTokenAmount,
          outputToken,
          outputAmount: depositData.outputAmount,
          dst: chainOf3(site, chain)
        };
        if (!isWorth(site.blockchain, bridged)) {
          throw odd2("promises more than its swap guarantees");
        }
        const deposit = {
          ...depositData,
          srcToken: swap.swapToken,
          amountIn: swap.swapTokenAmount,
          outputToken,
          chain,
          relayer,
          exclusivity: depositData.exclusivityParameter
        };
        return toTerms3(site, deposit, inside);
      },
      marks
    )
  ];
}
function tailOf([
  amountIn2,
  outputAmount,
  chain,
  relayer,
  ,
  fillDeadline,
  exclusivity,
  message
]) {
  return { amountIn: amountIn2, outputAmount, chain, relayer, fillDeadline, exclusivity, message };
}
function toTerms3(site, deposit, inside) {
  const { outputAmount, amountIn: amountIn2, message, relayer, fillDeadline, exclusivity } = deposit;
  const depositor = deposit.depositor === null ? null : accountOf(deposit.depositor);
  const recipient = accountOf(deposit.recipient);
  const outputToken = accountOf(deposit.outputToken);
  const dst = chainOf3(site, deposit.chain);
  if (isSameAddress(outputToken, zeroAddress)) throw odd2("does not say which token it pays");
  const common = {
    srcToken: accountOf(deposit.srcToken),
    amountIn: amountIn2,
    minOut: outputAmount,
    dst,
    refundTo: depositor,
    deadlineSeconds: BigInt(fillDeadline),
    ...exclusiveTo(relayer, exclusivity)
  };
  if (message === "0x") return { ...common, recipient, dstToken: outputToken };
  if (!isHandler(recipient, dst)) throw odd2("pays an unknown contract");
  const arriving = { handler: recipient, outputToken, outputAmount };
  const { fallback, recipient: paid, token: token2, fees } = readDelivery(inside, message, arriving);
  const owners = [zeroAddress, paid, ...depositor === null ? [] : [depositor]];
  if (!owners.some((owner) => isSameAddress(owner, fallback))) {
    throw odd2(`would pay ${fallback} if the delivery fails`);
  }
  return { ...common, recipient: paid, dstToken: token2, minOut: outputAmount - fees };
}
function chainOf3({ chainOf: find }, chainId2) {
  const found = find(chainId2);
  if (found !== null) return found;
  throw odd2(`pays out on chain ${chainId2}, which is unknown`);
}
function accountOf(word2) {
  if (word2.length === 42) return word2;
  if (!word2.startsWith(`0x${"0".repeat(24)}`)) {
    throw odd2("names an account of another kind of chain");
  }
  return `0x${word2.slice(26)}`;
}
function exclusiveTo(relayer, exclusivity) {
  if (exclusivity === 0) return {};
  const until = BigInt(exclusivity);
  return { exclusive: { relayer: accountOf(relayer), until, isPeriod: until <= 31536000n } };
}
function isWorth(blockchain, swapped) {
  tokens2 ??= createTokenList();
  const given = tokens2.byAddress(blockchain, swapped.token);
  const promised = tokens2.byAddress(swapped.dst, swapped.outputToken);
  return given !== null && promised !== null && assetOf(promised) === assetOf(given) && swapped.least * 10n ** BigInt(promised.decimals) >= swapped.outputAmount * 10n ** BigInt(given.decimals);
}
function assetOf({ symbol }) {
  return symbol.toUpperCase().replaceAll("\u20AE", "T").replace(/\.E$/, "").replace(/^USDT0$/, "USDT").replace(/^WETH$/, "ETH");
}
function odd2(what) {
  return unsafeCall("Across", what);
}
var marks, tokens2;
var init_calls2 = __esm({
  "src/providers/across/calls.ts"() {
    "use strict";
    init_calls();
    init_tokens2();
    init_addresses2();
    init_token();
    init_contracts2();
    init_delivery();
    marks = /^(?:1dc0de[0-9a-f]{4})?(?:73c0de)?$/;
  }
});

// src/providers/across/quote.ts
import * as z11 from "zod/mini";
function readQuote(body2, { srcAmount }) {
  const wire = parseWire(quoteWire, body2, "The quote of Across");
  const { inputAmount, expectedOutputAmount, minOutputAmount, steps } = wire;
  if (steps.destinationSwap != null) {
    throw new SwaprouteError(
      "NO_ROUTE",
      "Across would swap on the destination chain, where nothing guarantees the receiver a least amount."
    );
  }
  const isSound = inputAmount === srcAmount && minOutputAmount > 0n && minOutputAmount <= expectedOutputAmount;
  if (isSound && (steps.bridge.provider ?? "across") === "across") return wire;
  throw new SwaprouteError("UPSTREAM_FAILED", "Across quoted a different swap.");
}
function toQuote(service, wire, request3) {
  const { srcToken } = request3;
  const terms2 = {
    swapType: "cross-chain",
    dstMinAmount: wire.minOutputAmount,
    durationSeconds: wire.expectedFillTime
  };
  return {
    ...toEvmQuote(service, request3, toOffer2(wire, request3), terms2),
    // The call decides which contract takes the token.
    spender: srcToken.native ? null : wire.checks.allowance.spender,
    steps: toSteps(wire, request3)
  };
}
function toOffer2(wire, { srcToken, dstToken }) {
  const { swapTx, steps } = wire;
  const share = shareTaken(wire.fees);
  const [told3, price3] = [swapTx.gas ?? 0n, swapTx.maxFeePerGas ?? 0n];
  const usual = steps.originSwap == null ? depositGas : swapAndDepositGas;
  const expiry = wire.quoteExpiryTimestamp ?? 0;
  return {
    // The answer does not repeat the tokens; the call names them.
    srcToken: srcToken.address,
    dstToken: dstToken.address,
    srcAmount: wire.inputAmount,
    dstAmount: wire.expectedOutputAmount,
    gas: price3 === 0n ? null : { limit: told3 === 0n ? usual : told3, price: price3 },
    // 10^18 is 100%; six digits, rounded up.
    ...share <= 0n ? {} : { feePercent: Number((share - 1n) / 10n ** 10n + 1n) / 1e6 },
    ...expiry === 0 ? {} : { expiresAtMs: expiry * 1e3 }
  };
}
function shareTaken(fees) {
  const total = BigInt(fees?.total?.pct ?? "0");
  const { bridge, app } = fees?.total?.details ?? {};
  const parts = BigInt(bridge?.pct ?? "0") + BigInt(app?.pct ?? "0");
  return parts > total ? parts : total;
}
function toSteps(wire, request3) {
  const { srcToken, dstToken, srcAmount } = request3;
  const { originSwap } = wire.steps;
  const to = { token: dstToken, amount: wire.expectedOutputAmount };
  if (originSwap == null) {
    return [
      { type: "cross-chain", provider: "across", from: { token: srcToken, amount: srcAmount }, to }
    ];
  }
  const { address: address2, symbol, decimals } = originSwap.tokenOut;
  const { blockchain } = srcToken;
  const name2 = foreignReason(symbol, 20);
  const token2 = { blockchain, address: address2, symbol: name2, name: name2, decimals, listed: false, native: false };
  const between = { token: token2, amount: originSwap.outputAmount };
  return [
    {
      type: "on-chain",
      provider: foreignReason(originSwap.swapProvider.name, 40),
      from: { token: srcToken, amount: srcAmount },
      to: between
    },
    { type: "cross-chain", provider: "across", from: between, to }
  ];
}
function toBuiltSwap2(wire, request3) {
  const { to, data, value } = wire.swapTx;
  const { native: native2 } = request3.srcToken;
  return {
    transaction: {
      kind: "evm",
      to,
      data,
      value: value ?? 0n,
      approvalAddress: native2 ? null : wire.checks.allowance.spender
    },
    dstAmount: wire.expectedOutputAmount,
    dstMinAmount: wire.minOutputAmount,
    fees: feesOf(toOffer2(wire, request3), request3.srcToken),
    orderId: null,
    uniqueInfo: wire.id == null ? {} : { acrossId: foreignReason(wire.id, 80) },
    providerState: null
  };
}
var tokenWire, shareWire, feeWire, quoteWire, depositGas, swapAndDepositGas;
var init_quote = __esm({
  "src/providers/across/quote.ts"() {
    "use strict";
    init_errors();
    init_reason();
    init_wire();
    init_evmService();
    tokenWire = z11.object({
      address: wireAddress,
      symbol: z11.string(),
      decimals: z11.int().check(z11.minimum(0), z11.maximum(77))
    });
    shareWire = z11.string().check(z11.regex(/^-?[0-9]{1,30}$/));
    feeWire = z11.object({ pct: z11.nullish(shareWire) });
    quoteWire = z11.object({
      id: z11.nullish(z11.string()),
      checks: z11.object({ allowance: z11.object({ spender: wireAddress }) }),
      steps: z11.object({
        originSwap: z11.nullish(
          z11.object({
            outputAmount: wireUint,
            tokenOut: tokenWire,
            swapProvider: z11.object({ name: z11.string() })
          })
        ),
        bridge: z11.object({ provider: z11.nullish(z11.string()) }),
        destinationSwap: z11.nullish(z11.object({}))
      }),
      fees: z11.nullish(
        z11.object({
          total: z11.nullish(
            z11.object({
              pct: z11.nullish(shareWire),
              details: z11.nullish(z11.object({ bridge: z11.nullish(feeWire), app: z11.nullish(feeWire) }))
            })
          )
        })
      ),
      inputAmount: wireUint,
      expectedOutputAmount: wireUint,
      minOutputAmount: wireUint,
      expectedFillTime: z11.number().check(z11.nonnegative(), z11.maximum(7 * 86400)),
      swapTx: z11.object({
        chainId: z11.int(),
        to: wireAddress,
        data: wireHex,
        value: z11.nullish(wireUint),
        gas: z11.nullish(wireUint),
        maxFeePerGas: z11.nullish(wireUint)
      }),
      /** Unix seconds; 0 means none. */
      quoteExpiryTimestamp: z11.nullish(z11.int().check(z11.nonnegative()))
    });
    depositGas = 110000n;
    swapAndDepositGas = 450000n;
  }
});

// src/providers/across/evidence.ts
import { keccak_256 as keccak_2563 } from "@noble/hashes/sha3.js";
async function readSource2(blockchain, hash3, context) {
  const contracts = acrossContracts(blockchain);
  const originChainId = context.chainId(blockchain);
  if (contracts === null || originChainId === null) return { kind: "foreign" };
  const reader = createEvmReader(context);
  const receipt = await reader.readStoredReceipt(blockchain, hash3, { recent: true });
  if (receipt === null) {
    const transaction2 = await reader.readTransaction(blockchain, hash3, { recent: true });
    return { kind: transaction2 === null ? "missing" : "waiting" };
  }
  if (receipt.succeeded === null) return { kind: "waiting" };
  if (!receipt.succeeded) {
    const ours = [contracts.spokePool, ...contracts.peripheries];
    const isOurs = ours.some((address2) => isSameAddress(address2, receipt.to ?? ""));
    return { kind: isOurs ? "reverted" : "foreign" };
  }
  const log = receipt.logs.find(
    ({ address: address2, topics: [topic] }) => isSameAddress(address2, contracts.spokePool) && topic === topics2.fundsDeposited
  );
  if (log === void 0) return { kind: "foreign" };
  return { kind: "deposit", deposit: toDeposit(log, receipt, blockchain, originChainId) };
}
function findFill(receipt, deposit, dstBlockchain) {
  const spokePool2 = acrossContracts(dstBlockchain)?.spokePool;
  if (receipt?.succeeded !== true || spokePool2 === void 0) return null;
  const log = receipt.logs.find(
    ({ address: address2, topics: [topic, origin, id2], data }) => isSameAddress(address2, spokePool2) && topic === topics2.filledRelay && BigInt(origin ?? -1) === BigInt(deposit.originChainId) && BigInt(id2 ?? -1) === deposit.depositId && byteLength(data) === fillDataWords * wordBytes2 && deposit.fillWords.every(
      (word2, index) => word2 === null || word2 === readWord(data.toLowerCase(), index * wordBytes2)
    )
  );
  return log === void 0 ? null : { amount: readUint(log.data, 13 * wordBytes2) };
}
function findRefund(receipt, deposit) {
  const spokePool2 = acrossContracts(deposit.blockchain)?.spokePool;
  if (receipt?.succeeded !== true || spokePool2 === void 0) return null;
  if (receipt.blockNumber < deposit.blockNumber) return null;
  const log = receipt.logs.find(
    ({ address: address2, topics: [topic, from, to], data }) => isSameAddress(address2, deposit.inputToken) && topic === topics.transfer && addressOf(from) === spokePool2.toLowerCase() && addressOf(to) === deposit.depositor && readUint(data, 0) >= deposit.inputAmount
  );
  return log === void 0 ? null : { amount: readUint(log.data, 0) };
}
function toDeposit({ topics: [, destination, id2, depositor], data }, { blockNumber }, blockchain, originChainId) {
  const indexed = `0x${[destination, id2, depositor].map((topic) => topic?.slice(2) ?? "").join("")}`;
  return {
    blockchain,
    originChainId,
    blockNumber,
    destinationChainId: readSize(indexed, 0),
    depositId: readUint(indexed, wordBytes2),
    depositor: readAddress(indexed, 2 * wordBytes2),
    inputToken: `0x${readWord(data, 0).slice(24).toLowerCase()}`,
    inputAmount: readUint(data, 2 * wordBytes2),
    fillWords: toFillWords(data, depositor ?? "")
  };
}
function toFillWords(data, depositor) {
  const lower = data.toLowerCase();
  const word2 = (index) => readWord(lower, index * wordBytes2);
  const outputToken = /^0+$/.test(word2(1)) ? null : word2(1);
  const [fillDeadline, exclusivity, recipient, relayer] = [word2(5), word2(6), word2(7), word2(8)];
  return [
    word2(0),
    outputToken,
    word2(2),
    word2(3),
    null,
    fillDeadline,
    exclusivity,
    relayer,
    depositor.slice(2).toLowerCase(),
    recipient,
    messageHash(readBytes(lower, readSize(lower, 9 * wordBytes2)))
  ];
}
function messageHash(message) {
  if (message === "0x") return "0".repeat(64);
  return Buffer.from(keccak_2563(Buffer.from(message.slice(2), "hex"))).toString("hex");
}
function addressOf(topic) {
  return `0x${(topic ?? "").slice(-40).toLowerCase()}`;
}
var topics2, fillDataWords;
var init_evidence = __esm({
  "src/providers/across/evidence.ts"() {
    "use strict";
    init_hex();
    init_addresses2();
    init_evm2();
    init_logs();
    init_contracts2();
    topics2 = {
      fundsDeposited: "0x32ed1a409ef04c7b0227189c3a103dc5ac10e775a15b785dcc510201f7c25ad3",
      filledRelay: "0x44b559f101f8fbcc8a0ea43fa91a05a729a5ea6e14a7c75aa750374690137208"
    };
    fillDataWords = 15;
  }
});

// src/providers/across/status.ts
var status_exports = {};
__export(status_exports, {
  readAcrossStatus: () => readAcrossStatus
});
import * as z12 from "zod/mini";
async function readAcrossStatus(ref, ask, context) {
  const hash3 = ref.srcTxHash;
  if (hash3 === null || !/^0x[0-9a-fA-F]{64}$/.test(hash3)) return { status: "NOT_FOUND", ...nowhere3 };
  const answer = await askIndex(hash3, ask);
  const srcBlockchain = sourceOf2(answer, ref, context);
  if (!context.rpc.has(srcBlockchain)) {
    const isKnown = answer.kind === "known" || answer.kind === "silent" && ref.startedAtMs !== null;
    if (!isKnown) return notFound2(ref, answer, context);
    const note = `Without an RPC address for ${srcBlockchain} nothing can be confirmed.`;
    return pending2(ref, null, context, { ...wordOf2(answer), note });
  }
  const source = await readSource2(srcBlockchain, hash3, context);
  switch (source.kind) {
    case "missing":
      return answer.kind === "known" ? pending2(ref, null, context, {
        ...wordOf2(answer),
        note: "The node does not know the transaction yet."
      }) : notFound2(ref, answer, context);
    case "waiting":
      return pending2(ref, null, context, { note: "The source transaction is not confirmed yet." });
    case "foreign":
      return {
        status: "NOT_FOUND",
        ...nowhere3,
        note: "The transaction is not an Across deposit."
      };
    case "reverted":
      return {
        status: "FAIL",
        ...nowhere3,
        note: "The source transaction failed; nothing was deposited."
      };
    case "deposit":
      return depositStatus(ref, source.deposit, answer, context);
    default:
      return source;
  }
}
async function depositStatus(ref, deposit, answer, context) {
  const reader = createEvmReader(context);
  const dstBlockchain = blockchainOf(deposit.destinationChainId, context);
  const place = dstBlockchain === null ? {} : { destinationBlockchain: dstBlockchain };
  const common = { ...wordOf2(answer), sourceBlockchain: deposit.blockchain, ...place };
  const still = (note, isLong = false) => pending2(ref, deposit, context, { ...common, ...note === void 0 ? {} : { note } }, isLong);
  if (answer.kind !== "known") {
    return still("The deposit is on the source chain; Across does not list it yet.");
  }
  const { status, fillHash, refundHash, actionsSucceeded } = answer.deposit;
  switch (status) {
    case "filled": {
      if (fillHash === null) return still("Across says it has paid, but names no transaction.");
      if (dstBlockchain === null || !context.rpc.has(dstBlockchain)) {
        return still("Across says it has paid; no RPC address is known to confirm it.");
      }
      const receipt = await reader.readStoredReceipt(dstBlockchain, fillHash, recent);
      const fill = findFill(receipt, deposit, dstBlockchain);
      if (fill === null)
        return still("Across says it has paid, but the destination chain does not show it.");
      if (actionsSucceeded === false) {
        const note = "The money arrived, but its delivery to the receiver failed; see the transaction.";
        return { status: "INDETERMINATE", destinationTxHash: fillHash, ...common, note };
      }
      return {
        status: "SUCCESS",
        destinationTxHash: fillHash,
        ...common,
        receivedAmount: fill.amount
      };
    }
    case "refunded": {
      if (refundHash === null) return still("A refund is announced without a transaction.", true);
      const receipt = await reader.readStoredReceipt(deposit.blockchain, refundHash, recent);
      const refund2 = findRefund(receipt, deposit);
      if (refund2 === null) return still("A refund is announced, but the chain does not show it.");
      return {
        status: "REVERTED",
        destinationTxHash: refundHash,
        ...common,
        destinationBlockchain: deposit.blockchain,
        note: `The deposit came back on ${deposit.blockchain}.`,
        receivedAmount: refund2.amount
      };
    }
    case "slowFillRequested":
      return still("No relayer filled it; the bridge itself will pay, which takes hours.", true);
    case "expired":
      return still("No relayer filled it in time; the refund takes hours.", true);
    default:
      return still();
  }
}
async function askIndex(hash3, ask) {
  try {
    const { status, body: body2 } = await ask(hash3);
    if (status === 404) return { kind: "unknown" };
    return status >= 400 ? { kind: "silent" } : { kind: "known", deposit: parseDeposit(body2) };
  } catch (thrown) {
    const isOutage = thrown instanceof SwaprouteError && (thrown.code === "UPSTREAM_FAILED" || thrown.code === "RATE_LIMITED");
    if (isOutage) return { kind: "silent" };
    throw thrown;
  }
}
function parseDeposit(body2) {
  const wire = parseWire(depositWire, body2, "The status of Across");
  return {
    status: wire.status,
    originChainId: wire.originChainId == null ? null : Number(wire.originChainId),
    fillHash: hashOf2(wire.fillTxnRef ?? wire.fillTx),
    refundHash: hashOf2(wire.depositRefundTxnRef ?? wire.depositRefundTxHash),
    actionsSucceeded: wire.actionsSucceeded ?? null
  };
}
function hashOf2(text4) {
  return text4 != null && /^0x[0-9a-fA-F]{64}$/.test(text4) ? text4 : null;
}
function sourceOf2(answer, ref, context) {
  const isOwn = ref.startedAtMs !== null;
  if (isOwn || answer.kind !== "known" || answer.deposit.originChainId === null) {
    return ref.srcBlockchain;
  }
  return blockchainOf(answer.deposit.originChainId, context) ?? ref.srcBlockchain;
}
function blockchainOf(chainId2, context) {
  const isIt = (id2) => context.chainId(id2) === chainId2;
  return acrossBlockchains().find(isIt) ?? null;
}
function wordOf2(answer) {
  return answer.kind === "known" ? { providerStatus: foreignReason(answer.deposit.status, 40) } : {};
}
function notFound2({ startedAtMs }, answer, context) {
  if (startedAtMs === null && answer.kind === "silent") {
    throw new SwaprouteError("UPSTREAM_FAILED", "Across does not answer.");
  }
  const isYoung = startedAtMs !== null && context.now() - startedAtMs < graceMs2;
  return { status: isYoung ? "PENDING" : "NOT_FOUND", ...nowhere3 };
}
async function pending2(ref, deposit, context, more, isLong = false) {
  const blockTime = () => deposit === null ? null : createEvmReader(context).readBlockTime(deposit.blockchain, deposit.blockNumber);
  const startedAtMs = ref.startedAtMs ?? await blockTime();
  const longMs = Math.max(leastLongMs3, 3e3 * (ref.durationSeconds ?? 0));
  const late = startedAtMs !== null && context.now() - startedAtMs > longMs;
  return { status: isLong || late ? "LONG_PENDING" : "PENDING", ...nowhere3, ...more };
}
var depositWire, graceMs2, leastLongMs3, nowhere3, recent;
var init_status2 = __esm({
  "src/providers/across/status.ts"() {
    "use strict";
    init_errors();
    init_reason();
    init_evm2();
    init_wire();
    init_contracts2();
    init_evidence();
    depositWire = z12.object({
      status: z12.string(),
      originChainId: z12.nullish(z12.union([z12.int(), wireDecimal])),
      fillTxnRef: z12.nullish(z12.string()),
      fillTx: z12.nullish(z12.string()),
      depositRefundTxnRef: z12.nullish(z12.string()),
      depositRefundTxHash: z12.nullish(z12.string()),
      actionsSucceeded: z12.nullish(z12.boolean())
    });
    graceMs2 = 5 * 6e4;
    leastLongMs3 = 30 * 6e4;
    nowhere3 = { destinationTxHash: null };
    recent = { recent: true };
  }
});

// src/providers/across/across.ts
import * as z13 from "zod/mini";
function createAcrossProvider(options = {}) {
  const { baseUrl: baseUrl4 = acrossBaseUrl, apiKey = null, integratorId = null } = options;
  const service = toService(apiKey);
  const urlOf = (path, query) => `${baseUrl4}${path}?${new URLSearchParams(query).toString()}`;
  const ask = async (request3, context) => {
    const quote = {
      url: urlOf("/swap/approval", quoteQuery(service, request3, context, integratorId)),
      read: (body2) => readQuote(body2, request3)
    };
    const limits2 = {
      url: urlOf("/limits", limitsQuery(request3, context)),
      read: (body2) => {
        const wire = parseWire(limitsWire, body2, "The limits of Across");
        return { min: wire.minDeposit, max: wire.maxDeposit };
      }
    };
    return await askService(service, quote, request3, context, limits2);
  };
  const provider4 = {
    ids: [id],
    capabilities: { recipient: true, chargesFee: true, deposit: false, crossChain: true },
    blockchains: () => acrossBlockchains(),
    supports: ({ srcToken, dstToken }) => srcToken.blockchain !== dstToken.blockchain && acrossContracts(srcToken.blockchain) !== null && acrossContracts(dstToken.blockchain) !== null ? [id] : [],
    quote: async (request3, _wanted, context) => {
      const wire = await ask(request3, context);
      if (wire.steps.originSwap != null) {
        const { blockchain } = request3.srcToken;
        await readDeclaredCall(provider4, id, { ...wire.swapTx, blockchain }, context);
      }
      return { quotes: [toQuote(service, wire, request3)], failed: [] };
    },
    pinned: (_id, blockchain) => contractsOf(service, blockchain),
    proofs: [{ kind: "calls", calls: acrossCalls }],
    build: async (quote, context) => {
      const { dstMinAmount } = quote;
      const payer2 = payerOf(quote.request);
      const request3 = { ...quote.request, receiver: quote.request.receiver ?? payer2 };
      const wire = await ask(request3, context);
      if (wire.minOutputAmount < dstMinAmount) {
        throw priceMoved(nameOf(service), dstMinAmount, wire.minOutputAmount);
      }
      if (wire.swapTx.chainId !== context.chainId(request3.srcToken.blockchain)) {
        throw refusedCall(id, "E1", `is for chain ${wire.swapTx.chainId}`);
      }
      const built = toBuiltSwap2(wire, request3);
      await checkBuiltCall(provider4, built, quote, context);
      return built;
    },
    status: async (_id, ref, context) => {
      const { readAcrossStatus: readAcrossStatus2 } = await Promise.resolve().then(() => (init_status2(), status_exports));
      const { http, signal } = context;
      const find = (hash3) => http.send({
        url: urlOf("/deposit/status", { depositTxnRef: hash3 }),
        headers: { ...service.headers },
        effect: "read",
        signal
      });
      return readAcrossStatus2(ref, find, context);
    }
  };
  return provider4;
}
function toService(apiKey) {
  return {
    id,
    name: "Across",
    keyVariable: "SWAPROUTE_ACROSS_API_KEY",
    hasKey: apiKey !== null,
    headers: apiKey === null ? {} : { authorization: `Bearer ${apiKey}` },
    refusal: (body2) => {
      const parsed = z13.safeParse(errorWire3, body2);
      if (!parsed.success || parsed.data.code == null) return null;
      const { code, message, param } = parsed.data;
      return {
        code: code === "INVALID_PARAM" ? `${code} ${param}` : code,
        reason: message ?? null
      };
    },
    refusals: {
      AMOUNT_TOO_LOW: "AMOUNT_TOO_LOW",
      AMOUNT_TOO_HIGH: "AMOUNT_TOO_HIGH",
      ROUTE_NOT_ENABLED: "NO_ROUTE",
      SWAP_QUOTE_UNAVAILABLE: "NO_ROUTE",
      SWAP_LIQUIDITY_INSUFFICIENT: "NO_ROUTE",
      SWAP_SLIPPAGE_INSUFFICIENT: "NO_ROUTE",
      SWAP_TYPE_NOT_GUARANTEED: "NO_ROUTE",
      // Unknown chain or token.
      "INVALID_PARAM originChainId": "NO_ROUTE",
      "INVALID_PARAM destinationChainId": "NO_ROUTE",
      "INVALID_PARAM inputToken": "NO_ROUTE",
      "INVALID_PARAM outputToken": "NO_ROUTE"
    },
    contracts: Object.fromEntries(acrossBlockchains().map((one2) => [one2, paidOn(one2)])),
    chargesFee: true
  };
}
function paidOn(blockchain) {
  const contracts = acrossContracts(blockchain);
  return contracts === null ? [] : [contracts.spokePool, ...contracts.peripheries];
}
function quoteQuery(service, request3, context, integratorId) {
  const { srcToken, dstToken, srcAmount, fromAddress, receiver: receiver2, refundAddress, slippageBps } = request3;
  const depositor = fromAddress ?? neutralAccount2;
  const integrator = integratorOf(request3);
  const appFee = integrator === null ? {} : { appFee: String(integrator.feeBps / 1e4), appFeeRecipient: integrator.address };
  return {
    tradeType: "exactInput",
    amount: String(srcAmount),
    inputToken: wordOf(service, srcToken),
    outputToken: wordOf(service, dstToken),
    originChainId: String(chainId(srcToken, context)),
    destinationChainId: String(chainId(dstToken, context)),
    depositor,
    recipient: receiver2 ?? depositor,
    slippage: shareOf(slippageBps ?? defaultSlippageBps.bridge),
    ...refundAddress === null ? {} : { refundAddress },
    refundOnOrigin: "true",
    routingPreference: "across",
    // This program reads balance and allowance itself; the wallet estimates the gas.
    skipOriginTxEstimation: "true",
    skipChecks: "true",
    ...appFee,
    ...integratorId === null ? {} : { integratorId }
  };
}
function shareOf(slippageBps) {
  return (slippageBps * 9 / 1e5).toFixed(5);
}
function limitsQuery({ srcToken, dstToken }, context) {
  return {
    inputToken: contractOf(srcToken),
    outputToken: contractOf(dstToken),
    originChainId: String(chainId(srcToken, context)),
    destinationChainId: String(chainId(dstToken, context))
  };
}
function contractOf({ native: native2, blockchain, address: address2 }) {
  return native2 ? chainById(blockchain).wrappedNative ?? address2 : address2;
}
function chainId({ blockchain }, context) {
  const found = context.chainId(blockchain);
  if (found !== null) return found;
  throw new SwaprouteError("NO_ROUTE", `Across does not serve ${blockchain}.`);
}
var limitsWire, errorWire3, id, acrossBaseUrl, neutralAccount2;
var init_across = __esm({
  "src/providers/across/across.ts"() {
    "use strict";
    init_chains2();
    init_errors();
    init_slippage();
    init_wire();
    init_builtCall();
    init_errors2();
    init_evmService();
    init_service();
    init_calls2();
    init_contracts2();
    init_quote();
    limitsWire = z13.object({ minDeposit: wireUint, maxDeposit: wireUint });
    errorWire3 = z13.object({
      code: z13.nullish(z13.string()),
      message: z13.nullish(z13.string()),
      param: z13.nullish(z13.string())
    });
    id = "across";
    acrossBaseUrl = "https://app.across.to/api";
    neutralAccount2 = "0x000000000000000000000000000000000000dEaD";
  }
});

// test/providers/across/calls.ts
import { readFileSync as readFileSync2 } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import {
  encodeAbiParameters as encodeAbiParameters3,
  encodeFunctionData as encodeFunctionData4,
  pad,
  parseAbi as parseAbi4,
  parseAbiParameters as parseAbiParameters2
} from "viem";
function readJson(path) {
  return JSON.parse(readFileSync2(join(packageDir, path), "utf8"));
}
function abiOf(contract) {
  const { abi: abi3 } = readJson(`dist/evm/artifacts/${contract}.sol/${contract}.json`);
  return abi3;
}
var require2, packageDir, poolAbi, peripheryAbi, oldPeripheryAbi, handlerAbi, wrappedAbi, instructions2, emitter, spokePool, peripheries, pool, periphery, oldPeriphery, zeroWord, word, call2, logEntry2;
var init_calls3 = __esm({
  "test/providers/across/calls.ts"() {
    "use strict";
    init_token();
    init_contracts2();
    init_support();
    require2 = createRequire(import.meta.url);
    packageDir = dirname(require2.resolve("@across-protocol/contracts/package.json"));
    poolAbi = abiOf("Universal_SpokePool");
    peripheryAbi = abiOf("SpokePoolPeriphery");
    oldPeripheryAbi = parseAbi4([
      "function depositNative(address spokePool, bytes32 recipient, address inputToken, uint256 inputAmount, bytes32 outputToken, uint256 outputAmount, uint256 destinationChainId, bytes32 exclusiveRelayer, uint32 quoteTimestamp, uint32 fillDeadline, uint32 exclusivityParameter, bytes message) payable"
    ]);
    handlerAbi = abiOf("MulticallHandler");
    wrappedAbi = parseAbi4([
      "function withdraw(uint256)",
      "function transfer(address,uint256)",
      "function approve(address,uint256)"
    ]);
    instructions2 = parseAbiParameters2(
      "((address target, bytes callData, uint256 value)[] calls, address fallbackRecipient) instructions"
    );
    emitter = "0xBF75133b48b0a42AB9374027902E83C5E2949034";
    ({ spokePool, peripheries } = acrossContracts("ETH") ?? { spokePool: "", peripheries: [] });
    pool = `0x${spokePool.slice(2)}`;
    periphery = peripheries[0] ?? "";
    oldPeriphery = peripheries[1] ?? "";
    zeroWord = `0x${"00".repeat(32)}`;
    word = (address2) => pad(address2, { size: 32 });
    call2 = (target, callData, value = 0n) => ({ target, callData, value });
    logEntry2 = call2(
      emitter,
      encodeFunctionData4({
        abi: abiOf("AcrossEventEmitter"),
        functionName: "emitData",
        args: ["0xabcd"]
      })
    );
  }
});

// src/core/providerIds.ts
function isProviderId(text4) {
  return known2.has(text4);
}
var crossChainProviderIds, onChainProviderIds, extraProviderIds, providerIds, known2;
var init_providerIds = __esm({
  "src/core/providerIds.ts"() {
    "use strict";
    crossChainProviderIds = [
      "across",
      "arbitrum",
      "archon_bridge",
      "baltex",
      "bridgers",
      "celer_bridge",
      "change_hero",
      "changelly",
      "changenow",
      "dln",
      "eddy_bridge",
      "exolix",
      "houdini",
      "instaswap",
      "layerzero",
      "lifi",
      "mayan",
      "meson",
      "multichain",
      "near_intents",
      "orbiter_bridge",
      "orbiter_bridge_v2",
      "owl_to_bridge",
      "pact_swap",
      "pulsechain_bridge",
      "quickex",
      "rango",
      "relay",
      "retro_bridge",
      "router",
      "scroll_bridge",
      "service_stellar_api",
      "simple_swap",
      "squidrouter",
      "stargate_v2",
      "stealthex",
      "symbiosis",
      "taiko_bridge",
      "tele_swap",
      "unizen",
      "usdt_zero_bridge",
      "wanchain_bridge",
      "wormhole",
      "xflows",
      "xy"
    ];
    onChainProviderIds = [
      "10K_SWAP",
      "ACRYPTOS",
      "AERODROME",
      "AETHON_SWAP",
      "ALDRIN_EXCHANGE",
      "ALGEBRA",
      "ALGEBRA_INTEGRAL",
      "ANNEX",
      "APE_SWAP",
      "AQUARIUS",
      "ARTH_SWAP",
      "ASCENT",
      "ASTRO_SWAP",
      "ATLANTIS",
      "AURORA_SWAP",
      "AVNU",
      "BABY_SWAP",
      "BALANCER",
      "BASE_SWAP",
      "BEAM_SWAP",
      "BI_SWAP",
      "BLAZE_SWAP",
      "BRIDGERS",
      "BULBA_SWAP",
      "CAMELOT",
      "CETUS",
      "CHERRY_SWAP",
      "CLAIM_SWAP",
      "CLEARSWAP",
      "CLOBER",
      "COFFEE_SWAP",
      "CREMA_FINANCE",
      "CRONA_SWAP",
      "CROPPER_FINANCE",
      "CROW_FI",
      "CRO_DEX",
      "CRO_SWAP",
      "CURVE",
      "DEDUST",
      "DEFI_PLAZA",
      "DEFI_SWAP",
      "DFLOW",
      "DFYN",
      "DLN",
      "DODO",
      "DRAGON_SWAP",
      "DYSTOPIA",
      "ECHO_DEX",
      "EDDY_FINANCE",
      "ELK",
      "ENOSYS",
      "ENOSYS_V3",
      "FENIX_V2",
      "FENIX_V3",
      "FINKUJIRA",
      "FRAX_SWAP_V2",
      "FUSIONX",
      "HONEY_SWAP",
      "HORIZONDEX",
      "HYPERCAT",
      "IZUMI",
      "JET_SWAP",
      "JOE",
      "JUPITER",
      "JUPITER_SWAP",
      "J_SWAP",
      "KIM",
      "KODIAK",
      "KUJATA",
      "KYBER_SWAP",
      "KYO_FINANCE",
      "LIFI",
      "LUA_SWAP",
      "MACARON",
      "MAVERICK",
      "MDEX",
      "MERLIN_SWAP",
      "MESH_SWAP",
      "MM_FINANCE",
      "MOJITO_SWAP",
      "MUTE_SWAP",
      "NATIVE_ROUTER",
      "NET_SWAP",
      "OCTO_SWAP",
      "ODOS",
      "OKC_SWAP",
      "OKU_SWAP",
      "OMNIDEX",
      "ONE_INCH",
      "ONE_MOON",
      "ONE_SOL",
      "OOLONG_SWAP",
      "OPEN_OCEAN",
      "ORCA_SWAP",
      "OSMOSIS_SWAP",
      "PANCAKE_SWAP",
      "PANCAKE_SWAP_V3",
      "PANGOLIN",
      "PARA_SWAP",
      "PEGASYS",
      "PHOTON_SWAP",
      "PITEAS",
      "POLYDEX",
      "PULSEX_V1",
      "PULSEX_V2",
      "QUICK_SWAP",
      "QUICK_SWAP_V3",
      "RANGO",
      "RAYDIUM",
      "REF_FINANCE",
      "REN_BTC",
      "ROUTER_SWAP",
      "SABER_STABLE_SWAP",
      "SAROS_SWAP",
      "SERUM",
      "SERVICE_STELLAR_API",
      "SHIBA_SWAP",
      "SILK_SWAP",
      "SMOOTHY",
      "SOLANA",
      "SOLAR_BEAM",
      "SOROSWAP",
      "SOUL_SWAP",
      "SPACEFI_SWAP",
      "SPARK_DEX",
      "SPARK_DEX_V3",
      "SPIRIT_SWAP",
      "SPL_TOKEN_SWAP",
      "SPOOKY_SWAP",
      "SQUIDROUTER",
      "STELLA_SWAP",
      "STONFI",
      "SUN_SWAP",
      "SURFDEX",
      "SUSHI_SWAP",
      "SYMBIOSIS_SWAP",
      "SYNAPSE",
      "SYNC_SWAP",
      "TONCO_DEX",
      "TRADER",
      "TRISOLARIS",
      "UBE_SWAP",
      "UNISWAP_V2",
      "UNIZEN",
      "UNI_SWAP_V3",
      "VERSE",
      "VIPER_SWAP",
      "VOLTAGE_SWAP",
      "VOOI",
      "VVS_FINANCE",
      "WAGYU_SWAP",
      "WANNA_SWAP",
      "WARPX_V2",
      "WARPX_V3",
      "WAULT_SWAP",
      "WOO_FI",
      "WRAPPED",
      "WYND",
      "XY_DEX",
      "YUZU_SWAP",
      "ZAPPY",
      "ZETA_SWAP",
      "ZIP_SWAP",
      "ZRX"
    ];
    extraProviderIds = ["chainflip", "thorchain"];
    providerIds = [
      ...crossChainProviderIds,
      ...onChainProviderIds,
      ...extraProviderIds
    ];
    known2 = new Set(providerIds);
  }
});

// src/execution/route.ts
function termsOf({ terms: terms2 }) {
  return sound(terms2);
}
function builtTerms({ estimate, fees }, route) {
  if (estimate !== null && fees !== null) return { ...sound(estimate), ...sound(fees) };
  return { ...termsOf(route), ...sound(estimate ?? {}), ...sound(fees ?? {}) };
}
function readTerms(built, route) {
  return { ...builtTerms(built, route), transaction: callOf(built, route) };
}
function callOf({ transaction: transaction2, answer }, { spender }) {
  if (transaction2.kind !== "evm") throw noTransaction(answer);
  const { permit2Address, approvalAddress, value, ...call3 } = transaction2;
  if (permit2Address !== null) {
    throw new SwaprouteError("UNSAFE_ROUTE", "The route wants a Permit2 allowance. (check E4)", {
      hint: "Nothing was signed. Choose another provider with --provider.",
      context: { check: "E4", permit2Address }
    });
  }
  const approved = approvalAddress === void 0 ? spender : approvalAddress;
  return { ...call3, value: sound(value), approvalAddress: approved };
}
function noTransaction({ transaction: transaction2 }) {
  return new SwaprouteError("UPSTREAM_REFUSED", "The service gave no transaction to sign.", {
    hint: "Nothing was signed. Get a new quote, or choose another provider with --provider.",
    context: { members: Object.keys(transaction2) }
  });
}
function isOdd(value) {
  return typeof value === "object" && value !== null && "odd" in value;
}
function sound(value) {
  if (!isOdd(value)) return value;
  throw new SwaprouteError("UPSTREAM_REFUSED", `The service's ${value.odd} is not an amount.`, {
    hint: "Nothing was signed. Get a new quote, or choose another provider with --provider.",
    context: { field: value.odd }
  });
}
var init_route = __esm({
  "src/execution/route.ts"() {
    "use strict";
    init_errors();
    init_providerIds();
  }
});

// src/core/routeRequest.ts
function slippageBpsOf({ slippage }) {
  return slippage === void 0 ? null : slippageToBps(slippage);
}
var init_routeRequest = __esm({
  "src/core/routeRequest.ts"() {
    "use strict";
    init_amounts();
  }
});

// src/execution/checks/unsafe.ts
function unsafe2(check, what, facts = {}) {
  return new SwaprouteError("UNSAFE_ROUTE", `${what} (check ${check})`, {
    hint: "Nothing was signed. Get a new quote, or choose another provider with --provider.",
    context: { check, ...facts }
  });
}
function isAmong(address2, list) {
  return list.some((other) => isSameAddress(address2, other));
}
var init_unsafe = __esm({
  "src/execution/checks/unsafe.ts"() {
    "use strict";
    init_addresses2();
    init_errors();
  }
});

// src/execution/checks/amounts.ts
function percent(bps) {
  return `${(bps / 100).toFixed(2).replace(/\.?0+$/, "")}%`;
}
function acceptedMinimum({ request: request3, quoted: quoted2, kind }) {
  const asked = slippageBpsOf(request3);
  if (asked !== null && asked > mostSlippageBps) {
    throw unsafe2("P4", `A slippage of ${percent(asked)} is above the limit of 10%.`, {
      slippageBps: asked
    });
  }
  const floor = leastAccepted(quoted2.dstAmount, asked, kind);
  if (quoted2.dstMinAmount > floor) return { acceptedMin: quoted2.dstMinAmount };
  const because = asked === null ? `The default slippage is ${percent(defaultSlippageBps[kind])}; change it with --slippage.` : `The slippage is ${percent(asked)}.`;
  return { acceptedMin: floor, because };
}
function checkMinimum(facts) {
  const { dstToken, decodedMin, claimedMin, acceptedMin, because = "", minReceive } = facts;
  const refuse4 = (what, amount, floor, why) => {
    if (amount >= floor) return;
    const text4 = (value) => `${formatAmount(value, dstToken.decimals)} ${dstToken.symbol}`;
    const reason = why === "" ? "" : ` ${why}`;
    const sentence = `${what} ${text4(amount)}, less than the accepted ${text4(floor)}.${reason}`;
    throw unsafe2("E9", sentence, { minimum: String(amount), accepted: String(floor) });
  };
  refuse4("The route promises at least", claimedMin, acceptedMin, because);
  if (minReceive !== null) refuse4("The route promises at least", claimedMin, minReceive, "");
  if (decodedMin !== null) refuse4("The call itself guarantees only", decodedMin, claimedMin, "");
}
function checkValue2({
  srcToken,
  srcAmount,
  value,
  declaredFee,
  quotedFee,
  allowedFee
}) {
  const expected = (srcToken.native ? srcAmount : 0n) + declaredFee;
  if (value !== expected) {
    throw unsafe2(
      "E5",
      "The transaction sends an amount other than the route amount plus its fee.",
      {
        value: String(value),
        expected: String(expected)
      }
    );
  }
  if (declaredFee > allowedFee) {
    throw unsafe2("E5", "The route takes a fixed fee that is not known for this provider.", {
      fee: String(declaredFee),
      allowed: String(allowedFee)
    });
  }
  if (declaredFee > mulDivDown(quotedFee, 102n, 100n)) {
    throw unsafe2("E5", "The fee rose by more than 2% since the quote.", {
      fee: String(declaredFee),
      quoted: String(quotedFee)
    });
  }
}
var init_amounts2 = __esm({
  "src/execution/checks/amounts.ts"() {
    "use strict";
    init_amounts();
    init_errors();
    init_routeRequest();
    init_slippage();
    init_unsafe();
  }
});

// src/core/disabled.ts
var init_disabled = __esm({
  "src/core/disabled.ts"() {
    "use strict";
    init_errors();
  }
});

// src/execution/checks/contracts.ts
function checkContracts3(facts) {
  const { transaction: transaction2, srcToken, provider: provider4, pinned, confirmedDeposit } = facts;
  const { to, data } = transaction2;
  if (!isEvmAddress(to) || isSameAddress(to, zeroAddress)) {
    throw unsafe2("E2", "The transaction has no valid contract address.", { to });
  }
  if (!isHexData(data)) throw unsafe2("E4", "The call data is not hexadecimal.");
  const method = forbiddenMethods.get(data.slice(0, 10).toLowerCase());
  if (method !== void 0) {
    throw unsafe2("E4", `The transaction calls ${method}, which no provider may request.`, {
      method
    });
  }
  const form = formOf(facts);
  if (form.form === "transfer") {
    if (confirmedDeposit === null || !isSameAddress(form.recipient, confirmedDeposit)) {
      throw unsafe2("E2", `No order of ${provider4} confirms the address ${form.recipient}.`, {
        to: form.recipient
      });
    }
  } else if (!isAmong(to, pinned.targets)) {
    throw notInTable({
      provider: provider4,
      blockchain: srcToken.blockchain,
      address: toChecksumAddress(to),
      roles: ["target"]
    });
  }
  checkSpender(facts, form);
  if (srcToken.native && transaction2.approvalAddress !== null) {
    const spender = transaction2.approvalAddress;
    throw unsafe2("E3", "A native coin needs no approval, but the route asks for one.", { spender });
  }
  return form;
}
function notInTable({ provider: provider4, blockchain, address: address2, roles }) {
  const check = roles.includes("target") ? "E2" : "E3";
  const what = check === "E2" ? `${address2} is not among the contracts of ${provider4}.` : `${address2} is not a spender of ${provider4}.`;
  return new SwaprouteError("UNSAFE_ROUTE", `${what} (check ${check})`, {
    hint: `Nothing was signed. Choose another provider with --provider; or, only if ${provider4} itself publishes this contract, type its full address at the prompt or add --accept-contract ${blockchain.toLowerCase()}:<full address>. --yes does not accept it.`,
    context: { check, to: address2, blockchain }
  });
}
function checkSpender({ transaction: transaction2, srcToken, provider: provider4, pinned }, form) {
  const spender = transaction2.approvalAddress;
  if (spender === null) return;
  if (form.form === "transfer" || isSameAddress(spender, srcToken.address)) {
    throw unsafe2("E3", `An approval for ${spender} is not needed for this payment.`, { spender });
  }
  if (!isAmong(spender, pinned.spenders)) {
    throw notInTable({
      provider: provider4,
      blockchain: srcToken.blockchain,
      address: toChecksumAddress(spender),
      roles: ["spender"]
    });
  }
}
function formOf({
  provider: provider4,
  transaction: transaction2,
  srcToken,
  dstToken,
  srcAmount
}) {
  const { to, data } = transaction2;
  if (srcToken.native) {
    if (data === "0x") return { form: "transfer", recipient: to, token: "native" };
    if (isSameAddress(to, dstToken.address))
      checkWrapping(provider4, data.toLowerCase() === depositSelector);
    return { form: "contract" };
  }
  if (data.length < 10)
    throw unsafe2("E4", "The payment is in a token, but the transaction calls no contract.", { to });
  if (!isSameAddress(to, srcToken.address)) return { form: "contract" };
  const selector = data.slice(0, 10).toLowerCase();
  if (selector === withdrawSelector) {
    const amount2 = byteLength(data) === 36 ? readUint(data, 4) : -1n;
    checkWrapping(provider4, dstToken.native && amount2 === srcAmount);
    return { form: "contract" };
  }
  if (selector !== transferSelector || byteLength(data) !== 68) {
    throw unsafe2(
      "E4",
      "The transaction calls the token itself for something other than a transfer.",
      {
        selector
      }
    );
  }
  const amount = readUint(data, 36);
  if (amount !== srcAmount) {
    throw unsafe2("E2", "The transfer is not for exactly the accepted amount.", {
      accepted: String(srcAmount),
      transferred: String(amount)
    });
  }
  return { form: "transfer", recipient: readAddress(data, 4), token: "erc20" };
}
function checkWrapping(provider4, exact) {
  if (provider4 === "WRAPPED" && exact) return;
  throw unsafe2("E4", "The transaction calls the token itself for something other than wrapping.");
}
var transferSelector, withdrawSelector, depositSelector, forbiddenMethods;
var init_contracts3 = __esm({
  "src/execution/checks/contracts.ts"() {
    "use strict";
    init_checksum();
    init_hex();
    init_addresses2();
    init_disabled();
    init_errors();
    init_token();
    init_route();
    init_unsafe();
    transferSelector = "0xa9059cbb";
    withdrawSelector = "0x2e1a7d4d";
    depositSelector = "0xd0e30db0";
    forbiddenMethods = /* @__PURE__ */ new Map([
      ["0x095ea7b3", "approve(address,uint256)"],
      ["0x23b872dd", "transferFrom(address,address,uint256)"],
      ["0xd505accf", "permit(address,address,uint256,uint256,uint8,bytes32,bytes32)"],
      ["0x9fd5a6cf", "permit(address,address,uint256,uint256,bytes)"],
      ["0x8fcbaf0c", "permit(address,address,uint256,uint256,bool,uint8,bytes32,bytes32)"],
      ["0xa22cb465", "setApprovalForAll(address,bool)"],
      ["0x39509351", "increaseAllowance(address,uint256)"],
      ["0xd73dd623", "increaseApproval(address,uint256)"],
      ["0x959b8c3f", "authorizeOperator(address)"],
      ["0xcae9ca51", "approveAndCall(address,uint256,bytes)"],
      ["0x3177029f", "approveAndCall(address,uint256)"],
      ["0xd8fbe994", "transferFromAndCall(address,address,uint256)"],
      ["0xc1d34b89", "transferFromAndCall(address,address,uint256,bytes)"],
      ["0x42842e0e", "safeTransferFrom(address,address,uint256)"],
      ["0xb88d4fde", "safeTransferFrom(address,address,uint256,bytes)"],
      ["0xf242432a", "safeTransferFrom(address,address,uint256,uint256,bytes)"],
      ["0x2eb2c2d6", "safeBatchTransferFrom(address,address,uint256[],uint256[],bytes)"],
      // Permit2, https://docs.uniswap.org/contracts/permit2/overview (read 2026-11)
      ["0x87517c45", "approve(address,address,uint160,uint48)"],
      ["0x2b67b570", "permit(address,((address,uint160,uint48,uint48),address,uint256),bytes)"],
      ["0x2a2d80d1", "permit(address,((address,uint160,uint48,uint48)[],address,uint256),bytes)"],
      ["0x36c78516", "transferFrom(address,address,uint160,address)"],
      ["0x0d58b1db", "transferFrom((address,address,uint160,address)[])"],
      [
        "0x30f28b7a",
        "permitTransferFrom(((address,uint256),uint256,uint256),(address,uint256),address,bytes)"
      ],
      [
        "0xedd9444b",
        "permitTransferFrom(((address,uint256)[],uint256,uint256),(address,uint256)[],address,bytes)"
      ],
      [
        "0x137c29fe",
        "permitWitnessTransferFrom(((address,uint256),uint256,uint256),(address,uint256),address,bytes32,string,bytes)"
      ],
      [
        "0xfe8ec1a7",
        "permitWitnessTransferFrom(((address,uint256)[],uint256,uint256),(address,uint256)[],address,bytes32,string,bytes)"
      ]
    ]);
  }
});

// src/execution/checks/decoded.ts
function checkDecoded(facts) {
  const { decoded: decoded2, form, dstToken } = facts;
  if (form.form === "transfer") return;
  if (decoded2 === null) {
    if (facts.crossChain) {
      throw unsafe2("E8", "The call crosses chains and cannot be read.", {
        blockchain: dstToken.blockchain
      });
    }
    if (namesReceiver(facts)) return;
    throw unsafe2("E8", "The receiver cannot be found in the call data.", {
      receiver: facts.receiver
    });
  }
  checkReceiver2(decoded2, facts);
  checkPowers2(decoded2, facts);
  checkTokens(decoded2, facts);
  const due = facts.crossChain ? dstToken.blockchain : "same";
  if (decoded2.dst === due) return;
  const where = decoded2.dst === "same" ? "its own chain" : decoded2.dst;
  throw unsafe2("E8", `The call pays out on ${where}, not on ${dstToken.blockchain}.`, {
    blockchain: decoded2.dst,
    expected: dstToken.blockchain
  });
}
function checkPowers2({ powers = [] }, facts) {
  const { srcToken, dstToken, fromAddress, receiver: receiver2, refundAddress } = facts;
  const own = {
    [srcToken.blockchain]: [fromAddress, ...refundAddress === null ? [] : [refundAddress]],
    // On one chain both accounts are the user's.
    ...srcToken.blockchain === dstToken.blockchain ? {} : { [dstToken.blockchain]: [receiver2] }
  };
  for (const { may, holder, blockchain } of powers) {
    const accounts = own[blockchain] ?? [];
    if (accounts.some((account2) => isSameAccount(blockchain, account2, holder))) continue;
    throw unsafe2("E8", `${holder} could ${may} the order and is not your account.`, { may, holder });
  }
}
function checkReceiver2({ recipient, refundTo }, facts) {
  const { fromAddress, receiver: receiver2, refundAddress, dstToken } = facts;
  if (!isSameAccount(dstToken.blockchain, recipient ?? fromAddress, receiver2)) {
    throw unsafe2("E8", `The call pays ${recipient ?? fromAddress} instead of the receiver.`, {
      recipient: recipient ?? fromAddress,
      receiver: receiver2
    });
  }
  const own = [fromAddress, ...refundAddress === null ? [] : [refundAddress]];
  if (refundTo !== null && !own.some((address2) => isSameAddress(address2, refundTo))) {
    throw unsafe2("E8", `A refund would go to ${refundTo}, which is not yours.`, { refundTo });
  }
}
function checkTokens(decoded2, facts) {
  const { srcToken, dstToken, srcAmount, srcWrapped, dstWrapped } = facts;
  const source = [srcToken.address, ...srcToken.native && srcWrapped !== null ? [srcWrapped] : []];
  if (decoded2.srcToken !== null && !source.some((address2) => isSame3(address2, decoded2.srcToken))) {
    throw unsafe2("E8", `The call spends ${decoded2.srcToken}, not ${srcToken.symbol}.`, {
      token: decoded2.srcToken
    });
  }
  const wrappedFits = facts.crossChain && dstToken.native && dstWrapped !== null;
  const target = [dstToken.address, ...wrappedFits ? [dstWrapped] : []];
  const fits = decoded2.dstIsCoin === true && dstToken.native || target.some((address2) => isSameToken(dstToken.blockchain, address2, decoded2.dstToken));
  if (decoded2.dstToken !== null && !fits) {
    throw unsafe2("E8", `The call buys ${decoded2.dstToken}, not ${dstToken.symbol}.`, {
      token: decoded2.dstToken
    });
  }
  if (decoded2.amountIn !== null && decoded2.amountIn !== srcAmount) {
    throw unsafe2("E5", "The call swaps a different amount than accepted.", {
      amount: String(decoded2.amountIn),
      accepted: String(srcAmount)
    });
  }
}
function isSame3(address2, other) {
  return other !== null && isSameAddress(address2, other);
}
function isSameToken(blockchain, address2, other) {
  return other !== null && isSameAccount(blockchain, address2, other);
}
function namesReceiver({ data, receiver: receiver2 }) {
  if (!isEvmAddress(receiver2) || isSameAddress(receiver2, zeroAddress)) return false;
  return data.toLowerCase().includes(receiver2.slice(2).toLowerCase());
}
var mostSeconds;
var init_decoded = __esm({
  "src/execution/checks/decoded.ts"() {
    "use strict";
    init_accountKey();
    init_hex();
    init_addresses2();
    init_token();
    init_unsafe();
    mostSeconds = { "on-chain": 2n * 3600n, "cross-chain": 6n * 3600n };
  }
});

// src/providers/onchain/data/connectors.json
var connectors_default;
var init_connectors = __esm({
  "src/providers/onchain/data/connectors.json"() {
    connectors_default = {
      ETH: [
        { address: "0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2", symbol: "WETH", name: "Wrapped Ether", decimals: 18, unit: "1000000000000000" },
        { address: "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48", symbol: "USDC", name: "USDCoin", decimals: 6, unit: "1000000" },
        { address: "0xdAC17F958D2ee523a2206206994597C13D831ec7", symbol: "USDT", name: "Tether USD", decimals: 6, unit: "1000000" },
        { address: "0x6B175474E89094C44Da98b954EedeAC495271d0F", symbol: "DAI", name: "Dai Stablecoin", decimals: 18, unit: "1000000000000000000" },
        { address: "0x2260FAC5E5542a773Aa44fBCfeDf7C193bc2C599", symbol: "WBTC", name: "Wrapped BTC", decimals: 8, unit: "10000" },
        { address: "0xcbB7C0000aB88B473b1f5aFd9ef808440eed33Bf", symbol: "cbBTC", name: "Coinbase Wrapped BTC", decimals: 8, unit: "10000" }
      ],
      POLYGON: [
        { address: "0x0d500B1d8E8eF31E21C99d1Db9A6444d3ADf1270", symbol: "WPOL", name: "Wrapped POL", decimals: 18, unit: "1000000000000000000" },
        { address: "0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359", symbol: "USDC", name: "USDCoin", decimals: 6, unit: "1000000" },
        { address: "0x2791Bca1f2de4661ED88A30C99A7a9449Aa84174", symbol: "USDC.e", name: "USD Coin (PoS bridged)", decimals: 6, unit: "1000000" },
        { address: "0xc2132D05D31c914a87C6611C10748AEb04B58e8F", symbol: "USDT", name: "Tether USD (USDT0)", decimals: 6, unit: "1000000" },
        { address: "0x8f3Cf7ad23Cd3CaDbD9735AFf958023239c6A063", symbol: "DAI", name: "Dai Stablecoin", decimals: 18, unit: "1000000000000000000" },
        { address: "0x7ceB23fD6bC0adD59E62ac25578270cFf1b9f619", symbol: "WETH", name: "Wrapped Ether (PoS bridged)", decimals: 18, unit: "1000000000000000" },
        { address: "0x1BFD67037B42Cf73acF2047067bd4F2C47D9BfD6", symbol: "WBTC", name: "Wrapped BTC", decimals: 8, unit: "10000" }
      ],
      BSC: [
        { address: "0xbb4CdB9CBd36B01bD1cBaEBF2De08d9173bc095c", symbol: "WBNB", name: "Wrapped BNB", decimals: 18, unit: "10000000000000000" },
        { address: "0x55d398326f99059fF775485246999027B3197955", symbol: "USDT", name: "Tether USD (Binance-Peg)", decimals: 18, unit: "1000000000000000000" },
        { address: "0x8AC76a51cc950d9822D68b83fE1Ad97B32Cd580d", symbol: "USDC", name: "USD Coin (Binance-Peg)", decimals: 18, unit: "1000000000000000000" },
        { address: "0x1AF3F329e8BE154074D8769D1FFa4eE058B1DBc3", symbol: "DAI", name: "Dai (Binance-Peg)", decimals: 18, unit: "1000000000000000000" },
        { address: "0x2170Ed0880ac9A755fd29B2688956BD959F933F8", symbol: "ETH", name: "Ethereum Token (Binance-Peg)", decimals: 18, unit: "1000000000000000" },
        { address: "0x7130d2A12B9BCbFAe4f2634d864A1Ee1Ce3Ead9c", symbol: "BTCB", name: "BTCB Token", decimals: 18, unit: "100000000000000" }
      ],
      ARBITRUM: [
        { address: "0x82aF49447D8a07e3bd95BD0d56f35241523fBab1", symbol: "WETH", name: "Wrapped Ether", decimals: 18, unit: "1000000000000000" },
        { address: "0xaf88d065e77c8cC2239327C5EDb3A432268e5831", symbol: "USDC", name: "USDCoin", decimals: 6, unit: "1000000" },
        { address: "0xFF970A61A04b1cA14834A43f5dE4533eBDDB5CC8", symbol: "USDC.e", name: "Bridged USDC", decimals: 6, unit: "1000000" },
        { address: "0xFd086bC7CD5C481DCC9C85ebE478A1C0b69FCbb9", symbol: "USDT", name: "Tether USD (USDT0)", decimals: 6, unit: "1000000" },
        { address: "0xDA10009cBd5D07dd0CeCc66161FC93D7c9000da1", symbol: "DAI", name: "Dai Stablecoin", decimals: 18, unit: "1000000000000000000" },
        { address: "0x2f2a2543B76A4166549F7aaB2e75Bef0aefC5B0f", symbol: "WBTC", name: "Wrapped BTC", decimals: 8, unit: "10000" }
      ],
      OPTIMISM: [
        { address: "0x4200000000000000000000000000000000000006", symbol: "WETH", name: "Wrapped Ether", decimals: 18, unit: "1000000000000000" },
        { address: "0x0b2C639c533813f4Aa9D7837CAf62653d097Ff85", symbol: "USDC", name: "USDCoin", decimals: 6, unit: "1000000" },
        { address: "0x7F5c764cBc14f9669B88837ca1490cCa17c31607", symbol: "USDC.e", name: "Bridged USDC", decimals: 6, unit: "1000000" },
        { address: "0x94b008aA00579c1307B0EF2c499aD98a8ce58e58", symbol: "USDT", name: "Tether USD", decimals: 6, unit: "1000000" },
        { address: "0xDA10009cBd5D07dd0CeCc66161FC93D7c9000da1", symbol: "DAI", name: "Dai Stablecoin", decimals: 18, unit: "1000000000000000000" },
        { address: "0x68f180fcCe6836688e9084f035309E29Bf0A2095", symbol: "WBTC", name: "Wrapped BTC", decimals: 8, unit: "10000" }
      ],
      BASE: [
        { address: "0x4200000000000000000000000000000000000006", symbol: "WETH", name: "Wrapped Ether", decimals: 18, unit: "1000000000000000" },
        { address: "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913", symbol: "USDC", name: "USD Coin", decimals: 6, unit: "1000000" },
        { address: "0xd9aAEc86B65D86f6A7B5B1b0c42FFA531710b6CA", symbol: "USDbC", name: "USD Base Coin (bridged)", decimals: 6, unit: "1000000" },
        { address: "0xfde4C96c8593536E31F229EA8f37b2ADa2699bb2", symbol: "USDT", name: "Tether USD (bridged)", decimals: 6, unit: "1000000" },
        { address: "0x50c5725949A6F0c72E6C4a641F24049A917DB0Cb", symbol: "DAI", name: "Dai Stablecoin", decimals: 18, unit: "1000000000000000000" },
        { address: "0xcbB7C0000aB88B473b1f5aFd9ef808440eed33Bf", symbol: "cbBTC", name: "Coinbase Wrapped BTC", decimals: 8, unit: "10000" }
      ],
      AVALANCHE: [
        { address: "0xB31f66AA3C1e785363F0875A1B74E27b85FD66c7", symbol: "WAVAX", name: "Wrapped AVAX", decimals: 18, unit: "100000000000000000" },
        { address: "0xB97EF9Ef8734C71904D8002F8b6Bc66Dd9c48a6E", symbol: "USDC", name: "USDC Token", decimals: 6, unit: "1000000" },
        { address: "0xA7D7079b0FEaD91F3e65f86E8915Cb59c1a4C664", symbol: "USDC.e", name: "Bridged USDC", decimals: 6, unit: "1000000" },
        { address: "0x9702230A8Ea53601f5cD2dc00fDBc13d4dF4A8c7", symbol: "USDT", name: "Tether USD", decimals: 6, unit: "1000000" },
        { address: "0xc7198437980c041c805A1EDcbA50c1Ce5db95118", symbol: "USDT.e", name: "Bridged USDT", decimals: 6, unit: "1000000" },
        { address: "0xd586E7F844cEa2F87f50152665BCbc2C279D8d70", symbol: "DAI.e", name: "Bridged Dai", decimals: 18, unit: "1000000000000000000" },
        { address: "0x49D5c2BdFfac6CE2BFdB6640F4F80f226bc10bAB", symbol: "WETH.e", name: "Bridged Wrapped Ether", decimals: 18, unit: "1000000000000000" }
      ],
      FANTOM: [
        { address: "0x21be370D5312f44cB42ce377BC9b8a0cEF1A4C83", symbol: "WFTM", name: "Wrapped Fantom", decimals: 18, unit: "1000000000000000000" },
        { address: "0x04068DA6C83AFCFA0e13ba15A6696662335D5B75", symbol: "USDC", name: "USD Coin (Multichain, unbacked)", decimals: 6, unit: "1000000" },
        { address: "0x1B6382DBDEa11d97f24495C9A90b7c88469134a4", symbol: "axlUSDC", name: "Axelar USDC", decimals: 6, unit: "1000000" },
        { address: "0x74b23882a30290451A17c44f4F05243b6b58C76d", symbol: "WETH", name: "WETH (Multichain, unbacked)", decimals: 18, unit: "1000000000000000" },
        { address: "0x321162Cd933E2Be498Cd2267a90534A804051b11", symbol: "WBTC", name: "WBTC (Multichain, unbacked)", decimals: 8, unit: "10000" },
        { address: "0x8D11eC38a3EB5E956B052f67Da8Bdc9bef8Abf3E", symbol: "DAI", name: "DAI (Multichain, unbacked)", decimals: 18, unit: "1000000000000000000" }
      ],
      LINEA: [
        { address: "0xe5D7C2a44FfDDf6b295A15c148167daaAf5Cf34f", symbol: "WETH", name: "Wrapped Ether", decimals: 18, unit: "1000000000000000" },
        { address: "0x176211869cA2b568f2A7D4EE941E073a821EE1ff", symbol: "USDC", name: "USD Coin", decimals: 6, unit: "1000000" },
        { address: "0xA219439258ca9da29E9Cc4cE5596924745e12B93", symbol: "USDT", name: "USDT", decimals: 6, unit: "1000000" },
        { address: "0x4AF15ec2A0BD43Db75dd04E62FAA3B8EF36b00d5", symbol: "DAI", name: "Dai Stablecoin", decimals: 18, unit: "1000000000000000000" },
        { address: "0x3aAB2285ddcDdaD8edf438C1bAB47e1a9D05a9b4", symbol: "WBTC", name: "Wrapped BTC", decimals: 8, unit: "10000" }
      ],
      SCROLL: [
        { address: "0x5300000000000000000000000000000000000004", symbol: "WETH", name: "Wrapped Ether", decimals: 18, unit: "1000000000000000" },
        { address: "0x06eFdBFf2a14a7c8E15944D1F4A48F9F95F663A4", symbol: "USDC", name: "USD Coin", decimals: 6, unit: "1000000" },
        { address: "0xf55BEC9cafDbE8730f096Aa55dad6D22d44099Df", symbol: "USDT", name: "USDT", decimals: 6, unit: "1000000" },
        { address: "0x3C1BCa5a656e69edCD0D4E36BEbb3FcDAcA60Cf1", symbol: "WBTC", name: "Wrapped BTC", decimals: 8, unit: "10000" },
        { address: "0xcA77eB3fEFe3725Dc33bccB54eDEFc3D9f764f97", symbol: "DAI", name: "DAI stable coin", decimals: 18, unit: "1000000000000000000" }
      ],
      BLAST: [
        { address: "0x4300000000000000000000000000000000000004", symbol: "WETH", name: "WETH", decimals: 18, unit: "1000000000000000" },
        { address: "0x4300000000000000000000000000000000000003", symbol: "USDB", name: "USDB", decimals: 18, unit: "1000000000000000000" },
        { address: "0xF7bc58b8D8f97ADC129cfC4c9f45Ce3C0E1D2692", symbol: "WBTC", name: "Wrapped Bitcoin", decimals: 8, unit: "10000" }
      ],
      ZK_SYNC: [
        { address: "0x5AEa5775959fBC2557Cc8789bC1bf90A239D9a91", symbol: "WETH", name: "Wrapped Ether", decimals: 18, unit: "1000000000000000" },
        { address: "0x1d17CBcF0D6D143135aE902365D2E5e2A16538D4", symbol: "USDC", name: "USD Coin", decimals: 6, unit: "1000000" },
        { address: "0x3355df6D4c9C3035724Fd0e3914dE96A5a83aaf4", symbol: "USDC.e", name: "Bridged USDC", decimals: 6, unit: "1000000" },
        { address: "0x493257fD37EDB34451f62EDf8D2a0C418852bA4C", symbol: "USDT", name: "Tether USD", decimals: 6, unit: "1000000" },
        { address: "0xBBeB516fb02a01611cBBE0453Fe3c580D7281011", symbol: "WBTC", name: "Wrapped BTC", decimals: 8, unit: "10000" },
        { address: "0x4B9eb6c0b6ea15176BBF62841C6B2A8a398cb656", symbol: "DAI", name: "Dai Stablecoin", decimals: 18, unit: "1000000000000000000" }
      ],
      MANTLE: [
        { address: "0x78c1b0C915c4FAA5FffA6CAbf0219DA63d7f4cb8", symbol: "WMNT", name: "Wrapped Mantle", decimals: 18, unit: "1000000000000000000" },
        { address: "0x09Bc4E0D864854c6aFB6eB9A9cdF58aC190D0dF9", symbol: "USDC", name: "USD Coin", decimals: 6, unit: "1000000" },
        { address: "0x201EBa5CC46D216Ce6DC03F6a759e8E766e956aE", symbol: "USDT", name: "USDT", decimals: 6, unit: "1000000" },
        { address: "0x779Ded0c9e1022225f8E0630b35a9b54bE713736", symbol: "USDT0", name: "USDT0", decimals: 6, unit: "1000000" },
        { address: "0xdEAddEaDdeadDEadDEADDEAddEADDEAddead1111", symbol: "WETH", name: "Wrapped Ether", decimals: 18, unit: "1000000000000000" },
        { address: "0xCAbAE6f6Ea1ecaB08Ad02fE02ce9A44F09aebfA2", symbol: "WBTC", name: "WBTC", decimals: 8, unit: "10000" }
      ],
      CELO: [
        { address: "0x471EcE3750Da237f93B8E339c536989b8978a438", symbol: "CELO", name: "Celo (ERC-20 side of the gas coin)", decimals: 18, unit: "1000000000000000000" },
        { address: "0xcebA9300f2b948710d2653dD7B07f33A8B32118C", symbol: "USDC", name: "USDCoin", decimals: 6, unit: "1000000" },
        { address: "0x48065fbBE25f71C9282ddf5e1cD6D6A887483D5e", symbol: "USDT", name: "Tether USD", decimals: 6, unit: "1000000" },
        { address: "0x765DE816845861e75A25fCA122bb6898B8B1282a", symbol: "cUSD", name: "Celo Dollar (now Mento USDm)", decimals: 18, unit: "1000000000000000000" },
        { address: "0x122013fd7dF1C6F636a5bb8f03108E876548b455", symbol: "WETH", name: "Wrapped Ether (Optics/Celo bridge)", decimals: 18, unit: "1000000000000000" }
      ],
      GNOSIS: [
        { address: "0xe91D153E0b41518A2Ce8Dd3D7944Fa863463a97d", symbol: "WXDAI", name: "Wrapped xDAI", decimals: 18, unit: "1000000000000000000" },
        { address: "0xDDAfbb505ad214D7b80b1f830fcCc89B60fb7A83", symbol: "USDC", name: "USD Coin (bridged)", decimals: 6, unit: "1000000" },
        { address: "0x2a22f9c3b484c3629090FeED35F17Ff8F88f76F0", symbol: "USDC.e", name: "Bridged USDC (standard)", decimals: 6, unit: "1000000" },
        { address: "0x4ECaBa5870353805a9F068101A40E0f32ed605C6", symbol: "USDT", name: "USDT", decimals: 6, unit: "1000000" },
        { address: "0x6A023CCd1ff6F2045C3309768eAd9E68F978f6e1", symbol: "WETH", name: "Wrapped Ether", decimals: 18, unit: "1000000000000000" }
      ],
      POLYGON_ZKEVM: [
        { address: "0x4F9A0e7FD2Bf6067db6994CF12E4495Df938E6e9", symbol: "WETH", name: "Wrapped Ether", decimals: 18, unit: "1000000000000000" },
        { address: "0xA8CE8aee21bC2A48a5EF670afCc9274C7bbbC035", symbol: "USDC", name: "USD Coin", decimals: 6, unit: "1000000" },
        { address: "0x1E4a5963aBFD975d8c9021ce480b42188849D41d", symbol: "USDT", name: "Tether USD", decimals: 6, unit: "1000000" },
        { address: "0xC5015b9d9161Dca7e18e32f6f25C4aD850731Fd4", symbol: "DAI", name: "Dai Stablecoin", decimals: 18, unit: "1000000000000000000" },
        { address: "0xEA034fb02eB1808C2cc3adbC15f447B93CbE08e1", symbol: "WBTC", name: "Wrapped BTC", decimals: 8, unit: "10000" }
      ],
      MODE: [
        { address: "0x4200000000000000000000000000000000000006", symbol: "WETH", name: "Wrapped Ether", decimals: 18, unit: "1000000000000000" },
        { address: "0xd988097fb8612cc24eeC14542bC03424c656005f", symbol: "USDC", name: "USD Coin", decimals: 6, unit: "1000000" },
        { address: "0xf0F161fDA2712DB8b566946122a5af183995e2eD", symbol: "USDT", name: "USDT", decimals: 6, unit: "1000000" },
        { address: "0xcDd475325D6F564d27247D1DddBb0DAc6fA0a5CF", symbol: "WBTC", name: "Wrapped BTC", decimals: 8, unit: "10000" }
      ],
      MANTA_PACIFIC: [
        { address: "0x0Dc808adcE2099A9F62AA87D9670745AbA741746", symbol: "WETH", name: "Wrapped Ether ", decimals: 18, unit: "1000000000000000" },
        { address: "0xb73603C5d87fA094B7314C74ACE2e64D165016fb", symbol: "USDC", name: "USDC", decimals: 6, unit: "1000000" },
        { address: "0xf417F5A458eC102B90352F697D6e2Ac3A3d2851f", symbol: "USDT", name: "USDT", decimals: 6, unit: "1000000" }
      ],
      METIS: [
        { address: "0x75cb093E4D61d2A2e65D8e0BBb01DE8d89b53481", symbol: "WMETIS", name: "WMETIS", decimals: 18, unit: "100000000000000000" },
        { address: "0xEA32A96608495e54156Ae48931A7c20f0dcc1a21", symbol: "m.USDC", name: "USDC Token", decimals: 6, unit: "1000000" },
        { address: "0xbB06DCA3AE6887fAbF931640f67cab3e3a16F4dC", symbol: "m.USDT", name: "USDT Token", decimals: 6, unit: "1000000" },
        { address: "0x420000000000000000000000000000000000000A", symbol: "WETH", name: "Ether", decimals: 18, unit: "1000000000000000" }
      ],
      CRONOS: [
        { address: "0x5C7F8A570d578ED84E63fdFA7b1eE72dEae1AE23", symbol: "WCRO", name: "Wrapped CRO", decimals: 18, unit: "1000000000000000000" },
        { address: "0xc21223249CA28397B4B6541dfFaEcC539BfF0c59", symbol: "USDC", name: "USD Coin", decimals: 6, unit: "1000000" },
        { address: "0x66e428c3f67a68878562e79A0234c1F83c208770", symbol: "USDT", name: "Tether USD", decimals: 6, unit: "1000000" },
        { address: "0xF2001B145b43032AAF5Ee2884e456CCd805F677D", symbol: "DAI", name: "DAI Token", decimals: 18, unit: "1000000000000000000" },
        { address: "0xe44Fd7fCb2b1581822D0c862B68222998a0c299a", symbol: "WETH", name: "Ethereum", decimals: 18, unit: "1000000000000000" },
        { address: "0x062E66477Faf219F25D27dCED647BF57C3107d52", symbol: "WBTC", name: "Wrapped BTC", decimals: 8, unit: "10000" }
      ],
      UNICHAIN: [
        { address: "0x4200000000000000000000000000000000000006", symbol: "WETH", name: "Wrapped Ether", decimals: 18, unit: "1000000000000000" },
        { address: "0x078D782b760474a361dDA0AF3839290b0EF57AD6", symbol: "USDC", name: "USDCoin", decimals: 6, unit: "1000000" },
        { address: "0x9151434b16b9763660705744891fA906F660EcC5", symbol: "USDT0", name: "USDT0", decimals: 6, unit: "1000000" },
        { address: "0x927B51f251480a681271180DA4de28D44EC4AfB8", symbol: "WBTC", name: "Wrapped BTC", decimals: 8, unit: "10000" },
        { address: "0x20CAb320A855b39F724131C69424240519573f81", symbol: "DAI", name: "Dai Stablecoin", decimals: 18, unit: "1000000000000000000" }
      ],
      MONAD: [
        { address: "0x3bd359C1119dA7Da1D913D1C4D2B7c461115433A", symbol: "WMON", name: "Wrapped Monad", decimals: 18, unit: "1000000000000000000" },
        { address: "0x754704Bc059F8C67012fEd69BC8A327a5aafb603", symbol: "USDC", name: "USDCoin", decimals: 6, unit: "1000000" },
        { address: "0xe7cd86e13AC4309349F30B3435a9d337750fC82D", symbol: "USDT0", name: "Tether USD", decimals: 6, unit: "1000000" },
        { address: "0xEE8c0E9f1BFFb4Eb878d8f15f368A02a35481242", symbol: "WETH", name: "Wrapped Ether", decimals: 18, unit: "1000000000000000" },
        { address: "0x0555E30da8f98308EdB960aa94C0Db47230d2B9c", symbol: "WBTC", name: "Wrapped BTC", decimals: 8, unit: "10000" }
      ],
      BERACHAIN: [
        { address: "0x6969696969696969696969696969696969696969", symbol: "WBERA", name: "Wrapped Bera", decimals: 18, unit: "1000000000000000000" },
        { address: "0xFCBD14DC51f0A4d49d5E53C2E0950e0bC26d0Dce", symbol: "HONEY", name: "Honey", decimals: 18, unit: "1000000000000000000" },
        { address: "0x549943e04f40284185054145c6E4e9568C1D3241", symbol: "USDC.e", name: "Bridged USDC", decimals: 6, unit: "1000000" },
        { address: "0x2F6F07CDcf3588944Bf4C42aC74ff24bF56e7590", symbol: "WETH", name: "WETH", decimals: 18, unit: "1000000000000000" },
        { address: "0x0555E30da8f98308EdB960aa94C0Db47230d2B9c", symbol: "WBTC", name: "Wrapped BTC", decimals: 8, unit: "10000" },
        { address: "0x779Ded0c9e1022225f8E0630b35a9b54bE713736", symbol: "USDT0", name: "USDT0", decimals: 6, unit: "1000000" }
      ],
      HYPER_EVM: [
        { address: "0x5555555555555555555555555555555555555555", symbol: "WHYPE", name: "Wrapped HYPE", decimals: 18, unit: "100000000000000000" },
        { address: "0xb88339CB7199b77E23DB6E890353E22632Ba630f", symbol: "USDC", name: "USDC", decimals: 6, unit: "1000000" },
        { address: "0xB8CE59FC3717ada4C02eaDF9682A9e934F625ebb", symbol: "USDT0", name: "USDT0", decimals: 6, unit: "1000000" }
      ],
      SEI: [
        { address: "0xE30feDd158A2e3b13e9badaeABaFc5516e95e8C7", symbol: "WSEI", name: "Wrapped SEI", decimals: 18, unit: "1000000000000000000" },
        { address: "0xe15fC38F6D8c56aF07bbCBe3BAf5708A2Bf42392", symbol: "USDC", name: "USDC", decimals: 6, unit: "1000000" },
        { address: "0x9151434b16b9763660705744891fA906F660EcC5", symbol: "USDT0", name: "USDT0", decimals: 6, unit: "1000000" },
        { address: "0x160345fC359604fC6e70E3c5fAcbdE5F7A9342d8", symbol: "WETH", name: "Wrapped Ether", decimals: 18, unit: "1000000000000000" },
        { address: "0x0555E30da8f98308EdB960aa94C0Db47230d2B9c", symbol: "WBTC", name: "Wrapped Bitcoin", decimals: 8, unit: "10000" }
      ]
    };
  }
});

// src/providers/onchain/connectors.ts
function connectorsOf(chain) {
  const known5 = byChain.get(chain.blockchain);
  if (known5 !== void 0) return known5;
  const table3 = connectors_default;
  const raw2 = table3[chain.blockchain] ?? [];
  const built = raw2.map(({ unit, ...rest }) => ({
    token: { blockchain: chain.blockchain, ...rest, listed: true, native: false },
    unit: BigInt(unit)
  }));
  if (!built.some(({ token: token2 }) => isSameAddress(token2.address, chain.wrapped))) {
    built.unshift(wrappedConnector(chain, chain.wrapped));
  }
  byChain.set(chain.blockchain, built);
  return built;
}
function connectorsFor(chain, wrapped) {
  const connectors = connectorsOf(chain);
  if (connectors.some(({ token: token2 }) => isSameAddress(token2.address, wrapped))) return connectors;
  return [wrappedConnector(chain, wrapped), ...connectors];
}
function wrappedConnector(chain, address2) {
  return {
    token: {
      blockchain: chain.blockchain,
      address: address2,
      symbol: chain.wrappedSymbol,
      name: chain.wrappedSymbol,
      decimals: 18,
      listed: true,
      native: false
    },
    unit: unknownCoinUnit
  };
}
var unknownCoinUnit, byChain;
var init_connectors2 = __esm({
  "src/providers/onchain/connectors.ts"() {
    "use strict";
    init_addresses2();
    init_connectors();
    unknownCoinUnit = 10n ** 17n;
    byChain = /* @__PURE__ */ new Map();
  }
});

// src/providers/onchain/paths.ts
function hasErc20Coin(row) {
  return erc20Coins.has(row.blockchain);
}
function pooledAddress(token2, row) {
  return token2.native ? row.wrapped : token2.address;
}
function directionOf(row, { srcToken, dstToken }) {
  if (isSameAddress(pooledAddress(srcToken, row), pooledAddress(dstToken, row))) return null;
  if (hasErc20Coin(row)) return srcToken.native ? null : "tokens";
  const direction = srcToken.native ? "nativeIn" : dstToken.native ? "nativeOut" : "tokens";
  const isTokensOnly = row.family === "uniswap-v2" && row.nativeWords.length === 0;
  return isTokensOnly && direction !== "tokens" ? null : direction;
}
function isWrapPair(row, { srcToken, dstToken }) {
  if (srcToken.native === dstToken.native) return false;
  return isSameAddress(srcToken.native ? dstToken.address : srcToken.address, row.wrapped);
}
function pathsOf(row, chain, tokenIn, tokenOut) {
  const params = hopParams(row);
  const paths = params.map((first2) => ({
    row,
    tokens: [tokenIn, tokenOut],
    params: first2,
    connector: null
  }));
  for (const connector of connectorsFor(chain, row.wrapped)) {
    const { address: address2 } = connector.token;
    if (isSameAddress(address2, tokenIn) || isSameAddress(address2, tokenOut)) continue;
    const tokens3 = [tokenIn, address2, tokenOut];
    for (const first2 of params) {
      for (const second of params) {
        paths.push({ row, tokens: tokens3, params: [...first2, ...second], connector });
      }
    }
  }
  return paths;
}
function hopParams(row) {
  if (row.family === "uniswap-v3") return row.tiers.map((tier) => [tier]);
  return row.variant === "stableFlags" ? [[0], [1]] : [[]];
}
var erc20Coins;
var init_paths = __esm({
  "src/providers/onchain/paths.ts"() {
    "use strict";
    init_addresses2();
    init_connectors2();
    erc20Coins = /* @__PURE__ */ new Set(["CELO"]);
  }
});

// src/providers/onchain/data/deployments.json
var deployments_default;
var init_deployments = __esm({
  "src/providers/onchain/data/deployments.json"() {
    deployments_default = {
      idsWithoutRows: {
        ANNEX: "no router of Annex Finance (BSC, Cronos) is known",
        MOJITO_SWAP: "it lives on KuCoin Community Chain only, which is not among the chains"
      },
      chains: {
        ARBITRUM: {
          wrapped: "0x82aF49447D8a07e3bd95BD0d56f35241523fBab1",
          wrappedSymbol: "WETH",
          rows: [
            { id: "CAMELOT", family: "uniswap-v2", router: "0xc873fEcbd354f5A56E00E710B90EF4201db2448d", factory: "0x6EcCab422D763aC031210895C81787E87B43A652", variant: "referrer", note: "pairs may be stable (Solidly curve); getAmountsOut handles both" },
            { id: "ELK", family: "uniswap-v2", factory: "0xA59B2044EAFD15ee4deF138D410d764c9023E1F0", off: "only its factory is known: it could be quoted but not executed" },
            { id: "FRAX_SWAP_V2", family: "uniswap-v2", router: "0xCAAaB0A72f781B92bA63Af27477aA46aB8F653E7", factory: "0x8374A74A728f06bEa6B7259C68AA7BBB732bfeaD", variant: "twamm", confidence: "medium", note: "called with getAmountsOutWithTwamm in public code; the address DefiLlama lists is ZyberSwap's" },
            { id: "MM_FINANCE", family: "uniswap-v2", factory: "0xfe3699303D3Eb460638e8aDA2bf1cFf092C33F22", off: "only its factory is known: it could be quoted but not executed", confidence: "medium", note: "V2 router on this chain not told apart from the other addresses listed" },
            { id: "PANCAKE_SWAP", family: "uniswap-v2", router: "0x8cFe327CEc66d1C090Dd72bd0FF11d690C33a2Eb", factory: "0x02a84c1b3BBD7401a5f7fa98a384EBC70bB5749E" },
            { id: "PANCAKE_SWAP_V3", family: "uniswap-v3", router: "0x32226588378236Fd0c7c4053999F88aC0e5cAc77", factory: "0x0BFbCF9fa4f9C56B0F40a671Ad40E0805A091865", quoter: "0xB048Bbc1Ee6b733FFfCFb9e9CeF7375518e25997", routerKind: "router02", tiers: [100, 500, 2500, 1e4] },
            { id: "SUSHI_SWAP", family: "uniswap-v2", router: "0x1b02dA8Cb0d097eB8D57A175b88c7D8b47997506", factory: "0xc35DADB65012eC5796536bD9864eD8773aBc74C4" },
            { id: "SUSHI_SWAP", family: "uniswap-v3", factory: "0x1af415a1EbA07a4986a52B6f2e7dE7003D82231e", quoter: "0x0524E833cCD057e4d7A296e3aaAb9f7675964Ce1", off: "no router of its own for these pools is known; Sushi executes them through its API", confidence: "medium" },
            { id: "UNISWAP_V2", family: "uniswap-v2", router: "0x4752ba5DBc23f44D87826276BF6Fd6b1C372aD24", factory: "0xf1D7CC64Fb4452F05c498126312eBE29f30Fbcf9" },
            { id: "UNI_SWAP_V3", family: "uniswap-v3", router: "0x68b3465833fb72A70ecDF485E0e4C7bD8665Fc45", factory: "0x1F98431c8aD98523631AE4a59f267346ea31F984", quoter: "0x61fFE014bA17989E743c5F6cB21bF9697530B21e", routerKind: "router02" },
            { id: "WRAPPED", family: "wrapped" },
            { id: "ZIP_SWAP", family: "uniswap-v2", router: "0x4D70D768f5E1e6a7062973aFB0c7FBDa9bBb42b3", factory: "0x9e343Bea27a12B23523ad88333a1B0f68cc1F05E", confidence: "medium" }
          ]
        },
        ASTAR_EVM: {
          wrapped: "0xAeaaf0e2c81Af264101B9129C00F4440cCF0F720",
          wrappedSymbol: "WASTR",
          rows: [
            { id: "ARTH_SWAP", family: "uniswap-v2", router: "0xE915D2393a08a00c5A463053edD31bAe2199b9e7", factory: "0xA9473608514457b4bF083f9045fA63ae5810A03E" },
            { id: "WRAPPED", family: "wrapped" }
          ]
        },
        AURORA: {
          wrapped: "0xC9BdeEd33CD01541e1eeD10f90519d2C06Fe3feB",
          wrappedSymbol: "WETH",
          rows: [
            { id: "AURORA_SWAP", family: "uniswap-v2", router: "0xA1B1742e9c32C7cAa9726d8204bD5715e3419861", factory: "0xC5E1DaeC2ad401eBEBdd3E32516d90Ab251A3aA3" },
            { id: "TRISOLARIS", family: "uniswap-v2", router: "0x2CB45Edb4517d5947aFdE3BEAbF95A582506858B", factory: "0xc66F594268041dB60507F00703b152492fb176E7" },
            { id: "WANNA_SWAP", family: "uniswap-v2", router: "0xa3a1eF5Ae6561572023363862e238aFA84C72ef5", factory: "0x7928D4FeA7b2c90C732c10aFF59cf403f0C38246" },
            { id: "WRAPPED", family: "wrapped" }
          ]
        },
        AVALANCHE: {
          wrapped: "0xB31f66AA3C1e785363F0875A1B74E27b85FD66c7",
          wrappedSymbol: "WAVAX",
          rows: [
            { id: "ELK", family: "uniswap-v2", factory: "0x091d35d7F63487909C863001ddCA481c6De47091", off: "only its factory is known: it could be quoted but not executed" },
            { id: "FRAX_SWAP_V2", family: "uniswap-v2", router: "0x5977b16AA9aBC4D1281058C73B789C65Bf9ab3d3", variant: "twamm", confidence: "medium", note: "FraxSwap router as listed by DefiLlama (V1/V2 generation not separated)" },
            { id: "JOE", family: "uniswap-v2", router: "0x60aE616a2155Ee3d9A68541Ba4544862310933d4", factory: "0x9Ad6C38BE94206cA50bb0d90783181662f0Cfa10", native: ["AVAX"], note: "Joe V1" },
            { id: "PANGOLIN", family: "uniswap-v2", router: "0xE54Ca86531e17Ef3616d22Ca28b0D458b6C89106", factory: "0xefa94DE7a4656D787667C749f7E1223D71E9FD88", native: ["AVAX"] },
            { id: "SUSHI_SWAP", family: "uniswap-v2", router: "0x1b02dA8Cb0d097eB8D57A175b88c7D8b47997506", factory: "0xc35DADB65012eC5796536bD9864eD8773aBc74C4" },
            { id: "SUSHI_SWAP", family: "uniswap-v3", factory: "0x3e603C14aF37EBdaD31709C4f848Fc6aD5BEc715", quoter: "0xb1E835Dc2785b52265711e17fCCb0fd018226a6e", off: "no router of its own for these pools is known; Sushi executes them through its API", confidence: "medium" },
            { id: "UNISWAP_V2", family: "uniswap-v2", router: "0x4752ba5DBc23f44D87826276BF6Fd6b1C372aD24", factory: "0x9e5A52f57b3038F1B8EeE45F28b3C1967e22799C" },
            { id: "UNI_SWAP_V3", family: "uniswap-v3", router: "0xbb00FF08d01D300023C629E8fFfFcb65A5a578cE", factory: "0x740b1c1de25031C31FF4fC9A62f554A55cdC1baD", quoter: "0xbe0F5544EC67e9B3b2D979aaA43f18Fd87E6257F", routerKind: "router02" },
            { id: "WRAPPED", family: "wrapped" }
          ]
        },
        BAHAMUT: {
          wrapped: "0x4084aB20f8ffcA76C19AAF854Fb5fe9DE6217fBB",
          wrappedSymbol: "WFTN",
          rows: [
            { id: "KUJATA", family: "uniswap-v2", router: "0x90B74764FFfcA7aD47594A14c540794027beB50e" },
            { id: "SILK_SWAP", family: "uniswap-v2", router: "0xF660558a4757Fb5953d269FF32E228Ae3d5f6c68", factory: "0xd0C5d23290d63E06a0c4B87F14bD2F7aA551a895" },
            { id: "WRAPPED", family: "wrapped" }
          ]
        },
        BASE: {
          wrapped: "0x4200000000000000000000000000000000000006",
          wrappedSymbol: "WETH",
          rows: [
            { id: "AERODROME", family: "uniswap-v3", router: "0xBE6D8f0d05cC4be24d5167a3eF062215bE6D18a5", factory: "0x5e7BB104d84c7CB9B682AaC2F3d509f5F406809A", quoter: "0x254cF9E1E6e233aa1AC962CB9B05b2cfeAaE15b0", routerKind: "slipstream", quoterKind: "slipstream", tiers: [1, 50, 100, 200, 2e3], note: "Slipstream: int24 tickSpacing takes the place of uint24 fee in tuples and packed path" },
            { id: "BASE_SWAP", family: "uniswap-v2", router: "0x327Df1E6de05895d2ab08513aaDD9313Fe505d86", factory: "0xFDa619b6d20975be80A10332cD39b9a4b0FAa8BB" },
            { id: "BASE_SWAP", family: "uniswap-v3", router: "0x1B8eea9315bE495187D873DA7773a874545D9D48", factory: "0x38015D05f4fEC8AFe15D7cc0386a126574e8077B", quoter: "0x4fDBD73aD4B1DDde594BF05497C15f76308eFfb9", routerKind: "unconfirmed", tiers: [80, 450, 2500, 1e4], confidence: "medium", note: "BaseSwap V3" },
            { id: "ELK", family: "uniswap-v2", factory: "0xfbb4E52FEcc90924c79F980eb24a9794ae4aFFA4", off: "only its factory is known: it could be quoted but not executed" },
            { id: "PANCAKE_SWAP", family: "uniswap-v2", router: "0x8cFe327CEc66d1C090Dd72bd0FF11d690C33a2Eb", factory: "0x02a84c1b3BBD7401a5f7fa98a384EBC70bB5749E" },
            { id: "PANCAKE_SWAP_V3", family: "uniswap-v3", router: "0x678Aa4bF4E210cf2166753e054d5b7c31cc7fa86", factory: "0x0BFbCF9fa4f9C56B0F40a671Ad40E0805A091865", quoter: "0xB048Bbc1Ee6b733FFfCFb9e9CeF7375518e25997", routerKind: "router02", tiers: [100, 500, 2500, 1e4] },
            { id: "SUSHI_SWAP", family: "uniswap-v2", router: "0x6BDED42c6DA8FBf0d2bA55B2fa120C5e0c8D7891", factory: "0x71524B4f93c58fcbF659783284E38825f0622859" },
            { id: "SUSHI_SWAP", family: "uniswap-v3", factory: "0xc35DADB65012eC5796536bD9864eD8773aBc74C4", quoter: "0xb1E835Dc2785b52265711e17fCCb0fd018226a6e", off: "no router of its own for these pools is known; Sushi executes them through its API", confidence: "medium" },
            { id: "UNISWAP_V2", family: "uniswap-v2", router: "0x4752ba5DBc23f44D87826276BF6Fd6b1C372aD24", factory: "0x8909Dc15e40173Ff4699343b6eB8132c65e18eC6" },
            { id: "UNI_SWAP_V3", family: "uniswap-v3", router: "0x2626664c2603336E57B271c5C0b26F421741e481", factory: "0x33128a8fC17869897dcE68Ed026d694621f6FDfD", quoter: "0x3d4e44Eb1374240CE5F1B871ab261CD16335B76a", routerKind: "router02" },
            { id: "WRAPPED", family: "wrapped" }
          ]
        },
        BERACHAIN: {
          wrapped: "0x6969696969696969696969696969696969696969",
          wrappedSymbol: "WBERA",
          rows: [
            { id: "KODIAK", family: "uniswap-v3", router: "0xEd158C4b336A6FCb5B193A5570e3a571f6cbe690", factory: "0xD84CBf0B02636E7f53dB9E5e45A616E05d710990", quoter: "0x644C8D6E501f7C994B74F5ceA96abe65d0BA662B", routerKind: "router01", tiers: [500, 3e3, 1e4, 2e4] },
            { id: "KODIAK", family: "uniswap-v2", router: "0xd91dd58387Ccd9B66B390ae2d7c66dBD46BC6022", factory: "0x5e705e184D233FF2A7cb1553793464a9d0C3028F", note: "Kodiak V2" },
            { id: "WRAPPED", family: "wrapped" }
          ]
        },
        BITGERT: {
          wrapped: "0x0eb9036cbE0f052386f36170c6b07eF0a0E3f710",
          wrappedSymbol: "WBRISE",
          rows: [
            { id: "WRAPPED", family: "wrapped" }
          ]
        },
        BITLAYER: {
          wrapped: "0xfF204e2681A6fA0e2C3FaDe68a1B28fb90E4Fc5F",
          wrappedSymbol: "WBTC",
          rows: [
            { id: "MACARON", family: "uniswap-v2", router: "0xB0Cc30795f9E0125575742cFA8e73D20D9966f81" },
            { id: "WRAPPED", family: "wrapped" }
          ]
        },
        BLAST: {
          wrapped: "0x4300000000000000000000000000000000000004",
          wrappedSymbol: "WETH",
          rows: [
            { id: "FENIX_V2", family: "uniswap-v2", router: "0x0998bEc51D95EAa75Ffdf465D5deD16aEd2ba2fe", factory: "0xa19C51D91891D3DF7C13Ed22a2f89d328A82950f", note: "DefiLlama: Solidly-type pairs (volatile 0.1%, stable 0.03%), yet rubic-sdk calls it with Uniswap V2 signatures on this address (a compatibility router)" },
            { id: "SUSHI_SWAP", family: "uniswap-v2", router: "0x54CF3d259a06601b5bC45F61A16443ed5404DD64", factory: "0x42Fa929fc636e657AC568C0b5Cf38E203b67aC2b" },
            { id: "SUSHI_SWAP", family: "uniswap-v3", factory: "0x7680D4B43f3d1d54d6cfEeB2169463bFa7a6cf0d", off: "no router of its own for these pools is known; Sushi executes them through its API" },
            { id: "UNISWAP_V2", family: "uniswap-v2", router: "0xBB66Eb1c5e875933D44DAe661dbD80e5D9B03035", factory: "0x5C346464d33F90bABaf70dB6388507CC889C1070" },
            { id: "UNI_SWAP_V3", family: "uniswap-v3", router: "0x549FEB8c9bd4c12Ad2AB27022dA12492aC452B66", factory: "0x792edAdE80af5fC680d96a2eD80A44247D2Cf6Fd", quoter: "0x6Cdcd65e03c1CEc3730AeeCd45bc140D57A25C77", routerKind: "router02" },
            { id: "WRAPPED", family: "wrapped" }
          ]
        },
        BOBA: {
          wrapped: "0xDeadDeAddeAddEAddeadDEaDDEAdDeaDDeAD0000",
          wrappedSymbol: "WETH",
          rows: [
            { id: "OKU_SWAP", family: "uniswap-v3", router: "0x759E8B0cb9d65291e258aE3e043258ae1dD0df16", factory: "0xFFCd7Aed9C627E82A765c3247d562239507f6f1B", quoter: "0x483fc90DDC7aC847D4a752055DCF73483B6d97FD", routerKind: "router02", quoterKind: "path", confidence: "medium" },
            { id: "OOLONG_SWAP", family: "uniswap-v2", router: "0x17C83E2B96ACfb5190d63F5E46d93c107eC0b514", factory: "0x7DDaF116889D655D1c486bEB95017a8211265d29" },
            { id: "SUSHI_SWAP", family: "uniswap-v2", router: "0x1b02dA8Cb0d097eB8D57A175b88c7D8b47997506", factory: "0xc35DADB65012eC5796536bD9864eD8773aBc74C4" },
            { id: "SUSHI_SWAP", family: "uniswap-v3", factory: "0x0BE808376Ecb75a5CF9bB6D237d16cd37893d904", off: "no router of its own for these pools is known; Sushi executes them through its API" },
            { id: "WRAPPED", family: "wrapped" }
          ]
        },
        BOBA_BSC: {
          wrapped: "0xC58aaD327D6D58D979882601ba8DDa0685B505eA",
          wrappedSymbol: "WBOBA",
          rows: [
            { id: "SUSHI_SWAP", family: "uniswap-v2", router: "0x1b02dA8Cb0d097eB8D57A175b88c7D8b47997506", factory: "0xc35DADB65012eC5796536bD9864eD8773aBc74C4" },
            { id: "WRAPPED", family: "wrapped" }
          ]
        },
        BSC: {
          wrapped: "0xbb4CdB9CBd36B01bD1cBaEBF2De08d9173bc095c",
          wrappedSymbol: "WBNB",
          rows: [
            { id: "APE_SWAP", family: "uniswap-v2", router: "0xcF0feBd3f17CEf5b47b0cD257aCf6025c5BFf3b7", factory: "0x0841BD0B734E4F5853f0dD8d7Ea041c241fb0Da6" },
            { id: "BABY_SWAP", family: "uniswap-v2", router: "0x325E343f1dE602396E256B67eFd1F61C3A6B38Bd", factory: "0x86407bEa2078ea5f5EB5A52B2caA963bC1F889Da" },
            { id: "BI_SWAP", family: "uniswap-v2", router: "0x3a6d8cA21D1CF76F653A67577FA0D27453350dD8", factory: "0x858E3312ed3A876947EA49d572A7C42DE08af7EE", note: "pairs carry their own swap fee (default 0.1-0.2%); router.getAmountsOut reads it" },
            { id: "ELK", family: "uniswap-v2", router: "0xA63B831264183D755756ca9AE5190fF5183d65D6", factory: "0x31aFfd875e9f68cd6Cd12Cee8943566c9A4bBA13" },
            { id: "FRAX_SWAP_V2", family: "uniswap-v2", router: "0x67F755137E0AE2a2aa0323c047715Bf6523116E5", variant: "twamm", confidence: "medium", note: "FraxSwap router as listed by DefiLlama (V1/V2 generation not separated)" },
            { id: "JET_SWAP", family: "uniswap-v2", router: "0xBe65b8f75B9F20f4C522e0067a3887FADa714800", factory: "0x0eb58E5c8aA63314ff5547289185cC4583DfCBD5" },
            { id: "MDEX", family: "uniswap-v2", router: "0x7DAe51BD3E3376B8c7c4900E9107f12Be3AF1bA8", factory: "0x3CD1C46068dAEa5Ebb0d3f55F6915B10648062B8" },
            { id: "PANCAKE_SWAP", family: "uniswap-v2", router: "0x10ED43C718714eb63d5aA57B78B54704E256024E", factory: "0xcA143Ce32Fe78f1f7019d7d551a6402fC5350c73" },
            { id: "PANCAKE_SWAP_V3", family: "uniswap-v3", router: "0x13f4EA83D0bd40E75C8222255bc855a974568Dd4", factory: "0x0BFbCF9fa4f9C56B0F40a671Ad40E0805A091865", quoter: "0xB048Bbc1Ee6b733FFfCFb9e9CeF7375518e25997", routerKind: "router02", tiers: [100, 500, 2500, 1e4] },
            { id: "SUSHI_SWAP", family: "uniswap-v2", router: "0x1b02dA8Cb0d097eB8D57A175b88c7D8b47997506", factory: "0xc35DADB65012eC5796536bD9864eD8773aBc74C4" },
            { id: "SUSHI_SWAP", family: "uniswap-v3", factory: "0x126555dd55a39328F69400d6aE4F782Bd4C34ABb", quoter: "0xb1E835Dc2785b52265711e17fCCb0fd018226a6e", off: "no router of its own for these pools is known; Sushi executes them through its API", confidence: "medium" },
            { id: "UNISWAP_V2", family: "uniswap-v2", router: "0x4752ba5DBc23f44D87826276BF6Fd6b1C372aD24", factory: "0x8909Dc15e40173Ff4699343b6eB8132c65e18eC6" },
            { id: "UNI_SWAP_V3", family: "uniswap-v3", router: "0xB971eF87ede563556b2ED4b1C0b0019111Dd85d2", factory: "0xdB1d10011AD0Ff90774D0C6Bb92e5C5c8b4461F7", quoter: "0x78D78E420Da98ad378D7799bE8f4AF69033EB077", routerKind: "router02" },
            { id: "WAULT_SWAP", family: "uniswap-v2", router: "0xD48745E39BbED146eEC15b79cBF964884F9877c2", factory: "0xB42E3FE71b7E0673335b3331B3e1053BD9822570" },
            { id: "WRAPPED", family: "wrapped" }
          ]
        },
        CELO: {
          wrapped: "0x471EcE3750Da237f93B8E339c536989b8978a438",
          wrappedSymbol: "CELO",
          rows: [
            { id: "SUSHI_SWAP", family: "uniswap-v2", router: "0xB45e53277a7e0F1D35f2a77160e91e25507f1763", factory: "0xc35DADB65012eC5796536bD9864eD8773aBc74C4" },
            { id: "UBE_SWAP", family: "uniswap-v2", router: "0xE3D8bd6Aed4F159bc8000a9cD47CffDb95F96121", factory: "0x62d5b84bE28a183aBB507E125B384122D2C25fAE" },
            { id: "UBE_SWAP", family: "uniswap-v3", factory: "0x67FEa58D5a5a4162cED847E13c2c81c73bf8aeC4", off: "only its factory is known: it could be quoted but not executed" },
            { id: "UNI_SWAP_V3", family: "uniswap-v3", router: "0x5615CDAb10dc425a742d643d949a7F474C01abc4", factory: "0xAfE208a311B21f13EF87E33A90049fC17A7acDEc", quoter: "0x82825d0554fA07f7FC52Ab63c961F330fdEFa8E8", routerKind: "router02" },
            { id: "WRAPPED", family: "wrapped", off: "CELO is its own ERC-20 token: there is nothing to wrap" }
          ]
        },
        CORE: {
          wrapped: "0x191E94fa59739e188dcE837F7f6978d84727AD01",
          wrappedSymbol: "WCORE",
          rows: [
            { id: "SUSHI_SWAP", family: "uniswap-v2", router: "0x9B3336186a38E1b6c21955d112dbb0343Ee061eE", factory: "0xB45e53277a7e0F1D35f2a77160e91e25507f1763", wrapped: "0x40375C92d9FAf44d2f9db9Bd9ba41a3317a2404f", note: "Sushi wraps with the WCORE of the chain's own documentation, not with that of the chain table" },
            { id: "SUSHI_SWAP", family: "uniswap-v3", factory: "0xc35DADB65012eC5796536bD9864eD8773aBc74C4", off: "no router of its own for these pools is known; Sushi executes them through its API" },
            { id: "WRAPPED", family: "wrapped" }
          ]
        },
        CRONOS: {
          wrapped: "0x5C7F8A570d578ED84E63fdFA7b1eE72dEae1AE23",
          wrappedSymbol: "WCRO",
          rows: [
            { id: "CRONA_SWAP", family: "uniswap-v2", router: "0xcd7d16fB918511BF7269eC4f48d61D79Fb26f918", factory: "0x73A48f8f521EB31c55c0e1274dB0898dE599Cb11" },
            { id: "CROW_FI", family: "uniswap-v2", factory: "0xDdcf30c1A85e5a60d85310d6b0D3952A75a00db4", off: "only its factory is known: it could be quoted but not executed" },
            { id: "CRO_DEX", family: "uniswap-v2", router: "0xeC0A7a0C2439E8Cb67b992b12ecd020Ea943c7Be", factory: "0xe9c29cB475C0ADe80bE0319B74AD112F1e80058F" },
            { id: "CRO_SWAP", family: "uniswap-v2", router: "0x6c3A0E2E78848274B7E3346b8Ef8a4cBB2fEE2a9" },
            { id: "MM_FINANCE", family: "uniswap-v2", router: "0x145677FC4d9b8F19B5D56d1820c48e0443049a30", factory: "0xd590cC180601AEcD6eeADD9B7f2B7611519544f4" },
            { id: "VVS_FINANCE", family: "uniswap-v2", router: "0x145863Eb42Cf62847A6Ca784e6416C1682b1b2Ae" },
            { id: "WRAPPED", family: "wrapped" }
          ]
        },
        DEFIKINGDOMS: {
          wrapped: "0xCCb93dABD71c8Dad03Fc4CE5559dC3D89F67a260",
          wrappedSymbol: "WJEWEL",
          rows: [
            { id: "TRADER", family: "uniswap-v2", router: "0x3C351E1afdd1b1BC44e931E12D4E05D6125eaeCa" },
            { id: "WRAPPED", family: "wrapped" }
          ]
        },
        ETH: {
          wrapped: "0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2",
          wrappedSymbol: "WETH",
          rows: [
            { id: "DEFI_SWAP", family: "uniswap-v2", router: "0xCeB90E4C17d626BE0fACd78b79c9c87d7ca181b3", factory: "0x9DEB29c9a4c7A88a3C0257393b7f3335338D9A9D" },
            { id: "ELK", family: "uniswap-v2", factory: "0x6511eBA915fC1b94b2364289CCa2b27AE5898d80", off: "only its factory is known: it could be quoted but not executed" },
            { id: "FRAX_SWAP_V2", family: "uniswap-v2", router: "0xC14d550632db8592D1243Edc8B95b0Ad06703867", variant: "twamm", confidence: "medium", note: "FraxSwap router as listed by DefiLlama (V1/V2 generation not separated)" },
            { id: "LUA_SWAP", family: "uniswap-v2", router: "0x1d5C6F1607A171Ad52EFB270121331b3039dD83e", factory: "0x0388C1E0f210AbAe597B7DE712B9510C6C36C857" },
            { id: "PANCAKE_SWAP", family: "uniswap-v2", router: "0xEfF92A263d31888d860bD50809A8D171709b7b1c", factory: "0x1097053Fd2ea711dad45caCcc45EfF7548fCB362" },
            { id: "PANCAKE_SWAP_V3", family: "uniswap-v3", router: "0x13f4EA83D0bd40E75C8222255bc855a974568Dd4", factory: "0x0BFbCF9fa4f9C56B0F40a671Ad40E0805A091865", quoter: "0xB048Bbc1Ee6b733FFfCFb9e9CeF7375518e25997", routerKind: "router02", tiers: [100, 500, 2500, 1e4] },
            { id: "SHIBA_SWAP", family: "uniswap-v2", router: "0x03f7724180AA6b939894B5Ca4314783B0b36b329", factory: "0x115934131916C8b277DD010Ee02de363c09d037c" },
            { id: "SHIBA_SWAP", family: "uniswap-v3", factory: "0xD9CE49caf7299DaF18ffFcB2b84a44fD33412509", off: "only its factory is known: it could be quoted but not executed" },
            { id: "SUSHI_SWAP", family: "uniswap-v2", router: "0xd9e1cE17f2641f24aE83637ab66a2cca9C378B9F", factory: "0xC0AEe478e3658e2610c5F7A4A2E1777cE9e4f2Ac" },
            { id: "SUSHI_SWAP", family: "uniswap-v3", factory: "0xbACEB8eC6b9355Dfc0269C18bac9d6E2Bdc29C4F", quoter: "0x64e8802FE490fa7cc61d3463958199161Bb608A7", off: "no router of its own for these pools is known; Sushi executes them through its API", confidence: "medium" },
            { id: "UNISWAP_V2", family: "uniswap-v2", router: "0x7a250d5630B4cF539739dF2C5dAcb4c659F2488D", factory: "0x5C69bEe701ef814a2B6a3EDD4B1652CB9cc5aA6f" },
            { id: "UNI_SWAP_V3", family: "uniswap-v3", router: "0x68b3465833fb72A70ecDF485E0e4C7bD8665Fc45", factory: "0x1F98431c8aD98523631AE4a59f267346ea31F984", quoter: "0x61fFE014bA17989E743c5F6cB21bF9697530B21e", routerKind: "router02" },
            { id: "VERSE", family: "uniswap-v2", router: "0xB4B0ea46Fe0E9e8EAB4aFb765b527739F2718671", factory: "0xee3E9E46E34a27dC755a63e2849C9913Ee1A06E2" },
            { id: "WRAPPED", family: "wrapped" }
          ]
        },
        FANTOM: {
          wrapped: "0x21be370D5312f44cB42ce377BC9b8a0cEF1A4C83",
          wrappedSymbol: "WFTM",
          rows: [
            { id: "DFYN", family: "uniswap-v2", router: "0x2724B9497b2cF3325C6BE3ea430b3cec34B5Ef2d", confidence: "medium" },
            { id: "ELK", family: "uniswap-v2", factory: "0x7Ba73c99e6f01a37f3e33854c8F544BbbadD3420", off: "only its factory is known: it could be quoted but not executed" },
            { id: "JET_SWAP", family: "uniswap-v2", factory: "0xf6488205957f0b4497053d6422F49e27944eE3Dd", off: "only its factory is known: it could be quoted but not executed" },
            { id: "SOUL_SWAP", family: "uniswap-v2", router: "0x6b3d631B87FE27aF29efeC61d2ab8CE4d621cCBF", factory: "0x1120e150dA9def6Fe930f4fEDeD18ef57c0CA7eF" },
            { id: "SPIRIT_SWAP", family: "uniswap-v2", router: "0x16327E3FbDaCA3bcF7E38F5Af2599D2DDc33aE52", factory: "0xEF45d134b73241eDa7703fa787148D9C9F4950b0" },
            { id: "SPOOKY_SWAP", family: "uniswap-v2", router: "0xF491e7B69E4244ad4002BC14e878a34207E38c29", factory: "0x152eE697f2E276fA89E96742e9bB9aB1F2E61bE3" },
            { id: "SPOOKY_SWAP", family: "uniswap-v3", router: "0x765132A0630Cd4401b971706Bb21c0FB5Ab547ad", factory: "0x7928a2c48754501f3a8064765ECaE541daE5c3E6", quoter: "0xB9507f2ED171D52c5c2EFaeAbdE440d264504A92", routerKind: "unconfirmed", confidence: "medium", note: "Spooky V3; router may be an aggregator-owned copy" },
            { id: "SUSHI_SWAP", family: "uniswap-v2", router: "0x1b02dA8Cb0d097eB8D57A175b88c7D8b47997506", factory: "0xc35DADB65012eC5796536bD9864eD8773aBc74C4" },
            { id: "SUSHI_SWAP", family: "uniswap-v3", factory: "0x7770978eED668a3ba661d51a773d3a992Fc9DDCB", quoter: "0xb1E835Dc2785b52265711e17fCCb0fd018226a6e", off: "no router of its own for these pools is known; Sushi executes them through its API", confidence: "medium" },
            { id: "WRAPPED", family: "wrapped" }
          ]
        },
        FILECOIN: {
          wrapped: "0x60E1773636CF5E4A227d9AC24F20fEca034ee25A",
          wrappedSymbol: "WFIL",
          rows: [
            { id: "OKU_SWAP", family: "uniswap-v3", factory: "0xB4C47eD546Fc31E26470a186eC2C5F19eF09BA41", off: "the chain is known by its f1 addresses only; its EVM side is not connected", confidence: "medium" },
            { id: "SUSHI_SWAP", family: "uniswap-v2", router: "0x46B3fDF7b5CDe91Ac049936bF0bDb12c5d22202e", factory: "0x9B3336186a38E1b6c21955d112dbb0343Ee061eE", off: "the chain is known by its f1 addresses only; its EVM side is not connected" },
            { id: "SUSHI_SWAP", family: "uniswap-v3", factory: "0xc35DADB65012eC5796536bD9864eD8773aBc74C4", off: "the chain is known by its f1 addresses only; its EVM side is not connected" }
          ]
        },
        FLARE: {
          wrapped: "0x1D80c49BbBCd1C0911346656B529DF9E5c2F783d",
          wrappedSymbol: "WFLR",
          rows: [
            { id: "BLAZE_SWAP", family: "uniswap-v2", router: "0xe3A1b355ca63abCBC9589334B5e609583C7BAa06", factory: "0x440602f459D7Dd500a74528003e6A20A46d6e2A6", note: "pairs wrap FLR/FTSO logic; getAmountsOut on the router is the safe way to quote" },
            { id: "ENOSYS", family: "uniswap-v2", router: "0x088EeCB467B3968Da36c71F05023A1d3133B2B83", factory: "0x28b70f6Ed97429E40FE9a9CD3EB8E86BCBA11dd4" },
            { id: "ENOSYS_V3", family: "uniswap-v3", router: "0x5FD34090E9b195d8482Ad3CC63dB078534F1b113", factory: "0x17AA157AC8C54034381b840Cb8f6bf7Fc355f0de", quoter: "0x0A32EE3f66cC9E68ffb7cBeCf77bAef03e2d7C56", routerKind: "router01", tiers: [100, 500, 3e3] },
            { id: "SPARK_DEX", family: "uniswap-v2", router: "0x4a1E5A90e9943467FAd1acea1E7F0e5e88472a1e", factory: "0x16b619B04c961E8f4F06C10B42FDAbb328980A89" },
            { id: "SPARK_DEX_V3", family: "uniswap-v3", router: "0x8a1E35F5c98C4E85B36B7B253222eE17773b2781", factory: "0x8A2578d23d4C532cC9A98FaD91C0523f5efDE652", quoter: "0x5B5513c55fd06e2658010c121c37b07fC8e8B705", routerKind: "router01", tiers: [100, 500, 3e3], confidence: "medium", note: "two V3 factories exist (v3 and v3.1) plus an Algebra v4; which factory this router serves was not confirmed" },
            { id: "WRAPPED", family: "wrapped" }
          ]
        },
        FRAXTAL: {
          wrapped: "0xFc00000000000000000000000000000000000002",
          wrappedSymbol: "WFRAX",
          rows: [
            { id: "FRAX_SWAP_V2", family: "uniswap-v2", router: "0x2Dd1B4D4548aCCeA497050619965f91f78b3b532", variant: "twamm", native: [], note: "Uniswap V2 with TWAMM: quote through getAmountsOutWithTwamm; the chain renamed its gas coin, WFRAX 0xFc00000000000000000000000000000000000002 is now the wrapped native, wfrxETH 0xFC00000000000000000000000000000000000006 the older one", wrapped: "0xFC00000000000000000000000000000000000006" },
            { id: "WRAPPED", family: "wrapped" }
          ]
        },
        FUSE: {
          wrapped: "0x0BE9e53fd7EDaC9F859882AfdDa116645287C629",
          wrappedSymbol: "WFUSE",
          rows: [
            { id: "SUSHI_SWAP", family: "uniswap-v2", router: "0xF4d73326C13a4Fc5FD7A064217e12780e9Bd62c3", factory: "0x43eA90e2b786728520e4f930d2A71a477BF2737C" },
            { id: "SUSHI_SWAP", family: "uniswap-v3", factory: "0x1b9d177CcdeA3c79B6c8F40761fc8Dc9d0500EAa", off: "no router of its own for these pools is known; Sushi executes them through its API" },
            { id: "VOLTAGE_SWAP", family: "uniswap-v2", router: "0xE3F85aAd0c8DD7337427B9dF5d0fB741d65EEEB5", factory: "0x1998E4b0F1F922367d8Ec20600ea2b86df55f34E" },
            { id: "VOLTAGE_SWAP", family: "uniswap-v3", factory: "0xaD079548b3501C5F218c638A02aB18187F62b207", off: "only its factory is known: it could be quoted but not executed", note: "V3 and V4 (Algebra Integral); factories only" },
            { id: "WRAPPED", family: "wrapped" }
          ]
        },
        GNOSIS: {
          wrapped: "0xe91D153E0b41518A2Ce8Dd3D7944Fa863463a97d",
          wrappedSymbol: "WXDAI",
          rows: [
            { id: "ELK", family: "uniswap-v2", factory: "0xCB018587dA9590A18f49fFE2b85314c33aF3Ad3B", off: "only its factory is known: it could be quoted but not executed" },
            { id: "HONEY_SWAP", family: "uniswap-v2", router: "0x1C232F01118CB8B424793ae03F870aa7D0ac7f77", factory: "0xA818b4F111Ccac7AA31D0BCc0806d64F2E0737D7" },
            { id: "OKU_SWAP", family: "uniswap-v3", factory: "0xe32F7dD7e3f098D518ff19A22d5f028e076489B1", quoter: "0x7E9cB3499A6cee3baBe5c8a3D328EA7FD36578f4", off: "no SwapRouter is known there; its Universal Router would need a Permit2 signature", confidence: "medium" },
            { id: "SUSHI_SWAP", family: "uniswap-v2", router: "0x1b02dA8Cb0d097eB8D57A175b88c7D8b47997506", factory: "0xc35DADB65012eC5796536bD9864eD8773aBc74C4" },
            { id: "SUSHI_SWAP", family: "uniswap-v3", factory: "0xf78031CBCA409F2FB6876BDFDBc1b2df24cF9bEf", off: "no router of its own for these pools is known; Sushi executes them through its API" },
            { id: "WRAPPED", family: "wrapped" }
          ]
        },
        GRAVITY: {
          wrapped: "0xBB859E225ac8Fb6BE1C7e38D87b767e95Fef0EbD",
          wrappedSymbol: "WG",
          rows: [
            { id: "WRAPPED", family: "wrapped" }
          ]
        },
        HARMONY: {
          wrapped: "0xcF664087a5bB0237a0BAd6742852ec6c8d69A27a",
          wrappedSymbol: "WONE",
          rows: [
            { id: "SUSHI_SWAP", family: "uniswap-v2", router: "0x1b02dA8Cb0d097eB8D57A175b88c7D8b47997506", factory: "0xc35DADB65012eC5796536bD9864eD8773aBc74C4" },
            { id: "TRADER", family: "uniswap-v2", router: "0x24ad62502d1C652Cc7684081169D04896aC20f30", factory: "0x9014B937069918bd319f80e8B3BB4A2cf6FAA5F7" },
            { id: "VIPER_SWAP", family: "uniswap-v2", router: "0xf012702a5f0e54015362cBCA26a26fc90AA832a3", factory: "0x7D02c116b98d0965ba7B642ace0183ad8b8D2196" },
            { id: "WRAPPED", family: "wrapped" }
          ]
        },
        HEMI: {
          wrapped: "0x4200000000000000000000000000000000000006",
          wrappedSymbol: "WETH",
          rows: [
            { id: "OKU_SWAP", family: "uniswap-v3", factory: "0x346239972d1fa486FC4a521031BC81bFB7D6e8a4", off: "no SwapRouter is known there; its Universal Router would need a Permit2 signature", confidence: "medium" },
            { id: "SUSHI_SWAP", family: "uniswap-v2", router: "0x46B3fDF7b5CDe91Ac049936bF0bDb12c5d22202e", factory: "0x9B3336186a38E1b6c21955d112dbb0343Ee061eE" },
            { id: "SUSHI_SWAP", family: "uniswap-v3", factory: "0xCdBCd51a5E8728E0AF4895ce5771b7d17fF71959", off: "no router of its own for these pools is known; Sushi executes them through its API" },
            { id: "WRAPPED", family: "wrapped" }
          ]
        },
        HORIZEN_EON: {
          wrapped: "0xF5cB8652a84329A2016A386206761f455bCEDab6",
          wrappedSymbol: "WZEN",
          rows: [
            { id: "ASCENT", family: "uniswap-v2", router: "0xcBE5798aeC48bed4bd90DD60882b4a9665bA33E2", off: "the network has ended: its balances went to an ERC-20 on Base" },
            { id: "SPOOKY_SWAP", family: "uniswap-v2", router: "0xccEC4EF0228488636B6E8dF77D7d4211c87Ef255", off: "the network has ended: its balances went to an ERC-20 on Base" },
            { id: "WRAPPED", family: "wrapped", off: "the network has ended: its balances went to an ERC-20 on Base" }
          ]
        },
        HYPER_EVM: {
          wrapped: "0x5555555555555555555555555555555555555555",
          wrappedSymbol: "WHYPE",
          rows: [
            { id: "WRAPPED", family: "wrapped" }
          ]
        },
        IOTEX: {
          wrapped: "0xA00744882684C3e4747faEFD68D283eA44099D03",
          wrappedSymbol: "WIOTX",
          rows: [
            { id: "WRAPPED", family: "wrapped" }
          ]
        },
        KAVA: {
          wrapped: "0xc86c7C0eFbd6A49B35E8714C5f59D99De09A225b",
          wrappedSymbol: "WKAVA",
          rows: [
            { id: "ELK", family: "uniswap-v2", router: "0x7a2c1D96C76B6EB62241df4d2fAEb9F0D3D59E10" },
            { id: "JUPITER_SWAP", family: "uniswap-v2", router: "0xEa3CB4Ba9d1fD6fb19Df1380958d5649bD3e7C50", factory: "0xc08BAEA14C14f25bcafe3e3E05550715505eF3dE" },
            { id: "PHOTON_SWAP", family: "uniswap-v2", router: "0x8a340F39A468C2FcBFFf2122446a9A0745A313Ad", factory: "0x4FD2c40c25Dd40e9Bf0CE8479bA384178b8671b5" },
            { id: "SURFDEX", family: "uniswap-v2", router: "0x4310ed61E7E4fd50C2b44C92725C087abeB632a2" },
            { id: "SUSHI_SWAP", family: "uniswap-v2", router: "0x1719DEf1BF8422a777f2442bcE704AC4Fb20c7f0", factory: "0xD408a20f1213286fB3158a2bfBf5bFfAca8bF269" },
            { id: "SUSHI_SWAP", family: "uniswap-v3", factory: "0x1e9B24073183d5c6B7aE5FB4b8f0b1dd83FDC77a", off: "no router of its own for these pools is known; Sushi executes them through its API" },
            { id: "WRAPPED", family: "wrapped" }
          ]
        },
        KLAYTN: {
          wrapped: "0xe4f05A66Ec68B54A58B17c22107b02e0232cC817",
          wrappedSymbol: "WKAIA",
          rows: [
            { id: "CLAIM_SWAP", family: "uniswap-v2", router: "0xEf71750C100f7918d6Ded239Ff1CF09E81dEA92D", factory: "0x3679c3766E70133Ee4A7eb76031E49d3d1f2B50c", native: ["KLAY"] },
            { id: "DRAGON_SWAP", family: "uniswap-v2", factory: "0x224302153096E3ba16c4423d9Ba102D365a94B2B", off: "only its factory is known: it could be quoted but not executed", confidence: "low", wrapped: "0x19Aac5f612f524B754CA7e7c41cbFa2E981A4432" },
            { id: "WRAPPED", family: "wrapped", note: "WKLAY used by ClaimSwap; other Kaia DEXes use 0x19aac5f612f524b754ca7e7c41cbfa2e981a4432" }
          ]
        },
        LINEA: {
          wrapped: "0xe5D7C2a44FfDDf6b295A15c148167daaAf5Cf34f",
          wrappedSymbol: "WETH",
          rows: [
            { id: "ECHO_DEX", family: "uniswap-v2", router: "0xc66149996d0263C0B42D3bC05e50Db88658106cE", factory: "0x6D1063F2187442Cc9adbFAD2f55A96B846FCB399", confidence: "medium", note: "EchoDEX pairs can take the fee in a separate fee token; ABI of the router may differ from Uniswap V2" },
            { id: "ECHO_DEX", family: "uniswap-v3", factory: "0x559Fa53Be355835a038aC303A750E8788668636B", off: "only its factory is known: it could be quoted but not executed" },
            { id: "ELK", family: "uniswap-v2", factory: "0xfbb4E52FEcc90924c79F980eb24a9794ae4aFFA4", off: "only its factory is known: it could be quoted but not executed" },
            { id: "HORIZONDEX", family: "uniswap-v3", router: "0x272E156Df8DA513C69cB41cC7A99185D53F926Bb", quoter: "0x07AceD5690e09935b1c0e6E88B772d9440F64718", routerKind: "kyber", quoterKind: "kyber", tiers: [8, 40, 300, 1e3], note: "KyberSwap Elastic fork: fee units are 1e-5, quoter/router tuples name the price limit limitSqrtP" },
            { id: "PANCAKE_SWAP", family: "uniswap-v2", router: "0x8cFe327CEc66d1C090Dd72bd0FF11d690C33a2Eb", factory: "0x02a84c1b3BBD7401a5f7fa98a384EBC70bB5749E" },
            { id: "PANCAKE_SWAP_V3", family: "uniswap-v3", router: "0x678Aa4bF4E210cf2166753e054d5b7c31cc7fa86", factory: "0x0BFbCF9fa4f9C56B0F40a671Ad40E0805A091865", quoter: "0xB048Bbc1Ee6b733FFfCFb9e9CeF7375518e25997", routerKind: "router02", tiers: [100, 500, 2500, 1e4] },
            { id: "SUSHI_SWAP", family: "uniswap-v2", router: "0x2ABf469074dc0b54d793850807E6eb5Faf2625b1", factory: "0xFbc12984689e5f15626Bad03Ad60160Fe98B303C" },
            { id: "SUSHI_SWAP", family: "uniswap-v3", factory: "0xc35DADB65012eC5796536bD9864eD8773aBc74C4", off: "no router of its own for these pools is known; Sushi executes them through its API" },
            { id: "UNISWAP_V2", family: "uniswap-v2", router: "0x8702463e73f74d0b6765aBceb314Ef07aCb92650", factory: "0x114A43DF6C5f54EBB8A9d70Cd1951D3dD68004c7" },
            { id: "UNI_SWAP_V3", family: "uniswap-v3", router: "0x3d4e44Eb1374240CE5F1B871ab261CD16335B76a", factory: "0x31FAfd4889FA1269F7a13A66eE0fB458f27D72A9", quoter: "0x42bE4D6527829FeFA1493e1fb9F3676d2425C3C1", routerKind: "router02" },
            { id: "WRAPPED", family: "wrapped" }
          ]
        },
        MANTA_PACIFIC: {
          wrapped: "0x0Dc808adcE2099A9F62AA87D9670745AbA741746",
          wrappedSymbol: "WETH",
          rows: [
            { id: "OKU_SWAP", family: "uniswap-v3", factory: "0x06D830e15081f65923674268121FF57Cc54e4e23", off: "no SwapRouter is known there; its Universal Router would need a Permit2 signature", confidence: "medium" },
            { id: "QUICK_SWAP_V3", family: "uniswap-v3", router: "0xfdE3eaC61C5Ad5Ed617eB1451cc7C3a0AC197564", factory: "0x56c2162254b0E4417288786eE402c2B41d4e181e", off: "no quoter is known for it", confidence: "low", note: "this deployment is a plain Uniswap V3 fork, not Algebra" },
            { id: "WRAPPED", family: "wrapped" }
          ]
        },
        MANTLE: {
          wrapped: "0x78c1b0C915c4FAA5FffA6CAbf0219DA63d7f4cb8",
          wrappedSymbol: "WMNT",
          rows: [
            { id: "FUSIONX", family: "uniswap-v3", router: "0x5989FB161568b9F133eDf5Cf6787f5597762797F", factory: "0x530d2766D1988CC1c000C8b7d00334c14B69AD71", quoter: "0x90f72244294E7c5028aFd6a96E18CC2c1E913995", routerKind: "router01", tiers: [100, 500, 2500, 1e4], note: "rubic-sdk probes 100/500/10000 only; Pancake-V3 code base also has 2500" },
            { id: "FUSIONX", family: "uniswap-v2", router: "0xDd0840118bF9CCCc6d67b2944ddDfbdb995955FD", factory: "0xE5020961fA51ffd3662CDf307dEf18F9a87Cce7c", confidence: "medium", note: "FusionX V2" },
            { id: "OKU_SWAP", family: "uniswap-v3", factory: "0x0d922Fb1Bc191F64970ac40376643808b4B74Df9", quoter: "0xdD489C75be1039ec7d843A6aC2Fd658350B067Cf", off: "no SwapRouter is known there; its Universal Router would need a Permit2 signature", confidence: "medium" },
            { id: "WRAPPED", family: "wrapped" }
          ]
        },
        MEGAETH: {
          wrapped: "0x4200000000000000000000000000000000000006",
          wrappedSymbol: "WETH",
          rows: [
            { id: "UNISWAP_V2", family: "uniswap-v2", router: "0xb73055db2B3A3EaE87a331DD88e4a80b43602690", factory: "0xbf56488c857A881ae7e3BED27Cf99c10A7Ab7e50" },
            { id: "UNI_SWAP_V3", family: "uniswap-v3", router: "0x48020De9208baFC183F5CAd5118FFbe8f0F913F5", factory: "0x3a5F0CD7d62452b7f899B2A5758BFa57be0dE478", quoter: "0x31DB60C6a4C71909674094b404597762DF424AE7", routerKind: "router02" },
            { id: "WARPX_V2", family: "uniswap-v2", router: "0x2Fcb75d7dDea4CEa87e77Aa69Fb9d3c4CD93Deb5", factory: "0xB3Ae00A68F09E8b8a003B7669e2E84544cC4a385", confidence: "medium" },
            { id: "WARPX_V3", family: "uniswap-v3", factory: "0xf67cF9d6FC433e97Ec39Ae4b7E4451B56B171C8a", off: "only its factory is known: it could be quoted but not executed", confidence: "medium" },
            { id: "WRAPPED", family: "wrapped" }
          ]
        },
        MERLIN: {
          wrapped: "0xF6D226f9Dc15d9bB51182815b320D3fBE324e1bA",
          wrappedSymbol: "WBTC",
          rows: [
            { id: "WRAPPED", family: "wrapped", note: "native is BTC" }
          ]
        },
        METIS: {
          wrapped: "0x75cb093E4D61d2A2e65D8e0BBb01DE8d89b53481",
          wrappedSymbol: "WMETIS",
          rows: [
            { id: "ELK", family: "uniswap-v2", factory: "0xfbb4E52FEcc90924c79F980eb24a9794ae4aFFA4", off: "only its factory is known: it could be quoted but not executed" },
            { id: "NET_SWAP", family: "uniswap-v2", router: "0x1E876cCe41B7b844FDe09E38Fa1cf00f213bFf56", factory: "0x70f51d68D16e8f9e418441280342BD43AC9Dff9f", native: ["Metis"] },
            { id: "SUSHI_SWAP", family: "uniswap-v2", router: "0xbF3B71decBCEFABB3210B9D8f18eC22e0556f5F0", factory: "0x580ED43F3BBa06555785C81c2957efCCa71f7483" },
            { id: "SUSHI_SWAP", family: "uniswap-v3", factory: "0x145d82bCa93cCa2AE057D1c6f26245d1b9522E6F", off: "no router of its own for these pools is known; Sushi executes them through its API" },
            { id: "WRAPPED", family: "wrapped", note: "Netswap wraps through this token; METIS itself is also exposed as ERC-20 0xDeadDeAddeAddEAddeadDEaDDEAdDeaDDeAD0000" }
          ]
        },
        MODE: {
          wrapped: "0x4200000000000000000000000000000000000006",
          wrappedSymbol: "WETH",
          rows: [
            { id: "EDDY_FINANCE", family: "uniswap-v2", router: "0xCb0ca072EFb267F17289574Bf563e8dF05c7Ffe3", off: "its swap functions set the minimum themselves, so what arrives cannot be guaranteed" },
            { id: "KIM", family: "uniswap-v2", router: "0x5D61c537393cf21893BE619E36fC94cd73C77DD3", factory: "0xc02155946dd8C89D3D3238A6c8A64D04E2CD4500", variant: "referrer", confidence: "medium", note: "KIM V2 (Camelot V2 style code base; check referrer argument)" },
            { id: "WRAPPED", family: "wrapped" }
          ]
        },
        MONAD: {
          wrapped: "0x3bd359C1119dA7Da1D913D1C4D2B7c461115433A",
          wrappedSymbol: "WMON",
          rows: [
            { id: "JOE", family: "uniswap-v2", router: "0x4faCe5b0EF2757Ceb9151D14C036A1135931C70E", factory: "0xe32D45C2B1c17a0fE0De76f1ebFA7c44B7810034", native: ["ETH", "AVAX"], confidence: "medium", note: "Joe V1" },
            { id: "OCTO_SWAP", family: "uniswap-v2", router: "0x60fd5Aa15Debd5ffdEfB5129FD9FD8A34d80d608", factory: "0xCe104732685B9D7b2F07A09d828F6b19786cdA32", note: "OctoSwap classic" },
            { id: "OCTO_SWAP", family: "uniswap-v3", router: "0xBfd2cf709A17c4eEE8DaaF3B96E134408881259e", factory: "0x30Db57A29ACf3641dfc3885AF2e5f1F5A408D9CB", quoter: "0xF27Ba2b4ee5580Cb2A14FDF98CB981FF0ae149F4", routerKind: "unconfirmed", note: "OctoSwap CL" },
            { id: "PANCAKE_SWAP", family: "uniswap-v2", router: "0xB1Bc24c34e88f7D43D5923034E3a14B24DaACfF9", factory: "0x02a84c1b3BBD7401a5f7fa98a384EBC70bB5749E" },
            { id: "PANCAKE_SWAP_V3", family: "uniswap-v3", router: "0x21114915Ac6d5A2e156931e20B20b038dEd0Be7C", factory: "0x0BFbCF9fa4f9C56B0F40a671Ad40E0805A091865", quoter: "0xB048Bbc1Ee6b733FFfCFb9e9CeF7375518e25997", routerKind: "router02", tiers: [100, 500, 2500, 1e4] },
            { id: "UNISWAP_V2", family: "uniswap-v2", router: "0x4B2ab38DBF28D31D467aA8993f6c2585981D6804", factory: "0x182a927119D56008d921126764bF884221b10f59" },
            { id: "UNI_SWAP_V3", family: "uniswap-v3", router: "0xfE31F71C1b106EAc32F1A19239c9a9A72ddfb900", factory: "0x204FAca1764B154221e35c0d20aBb3c525710498", quoter: "0x661E93cca42AfacB172121EF892830cA3b70F08d", routerKind: "router02" },
            { id: "WRAPPED", family: "wrapped" }
          ]
        },
        MOONBEAM: {
          wrapped: "0xAcc15dC74880C9944775448304B263D191c6077F",
          wrappedSymbol: "WGLMR",
          rows: [
            { id: "BEAM_SWAP", family: "uniswap-v2", router: "0x96b244391D98B62D19aE89b1A4dCcf0fc56970C7", factory: "0x985BcA32293A7A496300a48081947321177a86FD" },
            { id: "BEAM_SWAP", family: "uniswap-v3", factory: "0xD118fa707147c54387B738F54838Ea5dD4196E71", off: "only its factory is known: it could be quoted but not executed" },
            { id: "OKU_SWAP", family: "uniswap-v3", router: "0xc507E22BA3140dc0A79fDF27e03c98aa20f3ee66", factory: "0x28f1158795A3585CaAA3cD6469CD65382b89BB70", quoter: "0x48aF91cDcad8FfdD7a8d4CdF73c16CB0632D3D17", routerKind: "router02", quoterKind: "path", confidence: "medium", note: "Oku marks the chain as deprecated. " },
            { id: "STELLA_SWAP", family: "uniswap-v2", router: "0x70085a09D30D6f8C4ecF6eE10120d1847383BB57", factory: "0x68A384D826D3678f78BB9FB1533c7E9577dACc0E" },
            { id: "WRAPPED", family: "wrapped" }
          ]
        },
        MOONRIVER: {
          wrapped: "0xf50225a84382c74CbdeA10b0c176f71fc3DE0C4d",
          wrappedSymbol: "WMOVR",
          rows: [
            { id: "ELK", family: "uniswap-v2", factory: "0xd45145f10fD4071dfC9fC3b1aefCd9c83A685e77", off: "only its factory is known: it could be quoted but not executed" },
            { id: "SOLAR_BEAM", family: "uniswap-v2", router: "0xAA30eF758139ae4a7f798112902Bf6d65612045f", factory: "0x049581aEB6Fe262727f290165C29BDAB065a1B68", wrapped: "0x98878B06940aE243284CA214f92Bb71a2b032B8A", off: "its getAmountsOut takes the fee as a third argument" },
            { id: "SUSHI_SWAP", family: "uniswap-v2", router: "0x1b02dA8Cb0d097eB8D57A175b88c7D8b47997506" },
            { id: "WRAPPED", family: "wrapped", note: "token used by Sushi; Solarbeam wraps with 0x98878B06940aE243284CA214f92Bb71a2b032B8A" }
          ]
        },
        MORPH: {
          wrapped: "0x5300000000000000000000000000000000000011",
          wrappedSymbol: "WETH",
          rows: [
            { id: "BULBA_SWAP", family: "uniswap-v2", router: "0x81606E6f8aAD6C75c2f383Ea595c2b9f8ce8aE3a", factory: "0x8D2A8b8F7d200d75Bf5F9E84e01F9272f90EFB8b" },
            { id: "BULBA_SWAP", family: "uniswap-v3", router: "0xa7304d322219553d4A85c9cE8eB7462Dcaf6453C", factory: "0xFf8578C2949148A6F19b7958aE86CAAb2779CDDD", quoter: "0xc312e6417D07Ae7Ba73FeF0832B1811194A7BbEf", routerKind: "router02", quoterKind: "path", confidence: "medium", note: "V3; generation of the quoter unverified" },
            { id: "WRAPPED", family: "wrapped" }
          ]
        },
        OASIS: {
          wrapped: "0x21C718C22D52d0F3a789b752D4c2fD5908a8A733",
          wrappedSymbol: "WROSE",
          rows: [
            { id: "WRAPPED", family: "wrapped" },
            { id: "YUZU_SWAP", family: "uniswap-v2", router: "0x250d48C5E78f1E85F7AB07FEC61E93ba703aE668", factory: "0x5F50fDC22697591c1D7BfBE8021163Fc73513653" }
          ]
        },
        OKX: {
          wrapped: "0x8F8526dbfd6E38E3D8307702cA8469Bae6C56C15",
          wrappedSymbol: "WOKT",
          rows: [
            { id: "CHERRY_SWAP", family: "uniswap-v2", router: "0x865bfde337C8aFBffF144Ff4C29f9404EBb22b15", factory: "0x709102921812B3276A65092Fe79eDfc76c4D4AFe", off: "the network has ended: OKTChain was decommissioned by its operator" },
            { id: "DFYN", family: "uniswap-v2", router: "0x34686CBF7229ed0bff2Fbe7ED2CFC916317764f6", confidence: "low", off: "the network has ended: OKTChain was decommissioned by its operator" },
            { id: "J_SWAP", family: "uniswap-v2", router: "0x069A306A638ac9d3a68a6BD8BE898774C073DCb3", factory: "0xd654CbF99F2907F06c88399AE123606121247D5C", off: "the network has ended: OKTChain was decommissioned by its operator" },
            { id: "OKC_SWAP", family: "uniswap-v2", router: "0xc97b81B8a38b9146010Df85f1Ac714aFE1554343", factory: "0x7b9F0a56cA7D20A44f603C03C6f45Db95b31e539", off: "the network has ended: OKTChain was decommissioned by its operator" },
            { id: "WRAPPED", family: "wrapped", off: "the network has ended: OKTChain was decommissioned by its operator" }
          ]
        },
        OPTIMISM: {
          wrapped: "0x4200000000000000000000000000000000000006",
          wrappedSymbol: "WETH",
          rows: [
            { id: "ELK", family: "uniswap-v2", router: "0xeadE97aFC8f79A8E5Ba85d57C4a4E629b1160C6A", factory: "0xedfad3a0F42A8920B011bb0332aDe632e552d846", confidence: "medium" },
            { id: "FRAX_SWAP_V2", family: "uniswap-v2", router: "0xB9A55F455e46e8D717eEA5E47D2c449416A0437F", variant: "twamm", confidence: "medium", note: "FraxSwap router as listed by DefiLlama (V1/V2 generation not separated)" },
            { id: "SUSHI_SWAP", family: "uniswap-v2", router: "0x2ABf469074dc0b54d793850807E6eb5Faf2625b1", factory: "0xFbc12984689e5f15626Bad03Ad60160Fe98B303C" },
            { id: "SUSHI_SWAP", family: "uniswap-v3", factory: "0x9c6522117e2ed1fE5bdb72bb0eD5E3f2bdE7DBe0", quoter: "0xb1E835Dc2785b52265711e17fCCb0fd018226a6e", off: "no router of its own for these pools is known; Sushi executes them through its API", confidence: "medium" },
            { id: "UNISWAP_V2", family: "uniswap-v2", router: "0x4A7b5Da61326A6379179b40d00F57E5bbDC962c2", factory: "0x0c3c1c532F1e39EdF36BE9Fe0bE1410313E074Bf" },
            { id: "UNI_SWAP_V3", family: "uniswap-v3", router: "0x68b3465833fb72A70ecDF485E0e4C7bD8665Fc45", factory: "0x1F98431c8aD98523631AE4a59f267346ea31F984", quoter: "0x61fFE014bA17989E743c5F6cB21bF9697530B21e", routerKind: "router02" },
            { id: "WRAPPED", family: "wrapped" },
            { id: "ZIP_SWAP", family: "uniswap-v2", router: "0xE6Df0BB08e5A97b40B21950a0A51b94c4DbA0Ff6", factory: "0x8BCeDD62DD46F1A76F8A1633d4f5B76e0CDa521E" }
          ]
        },
        PLASMA: {
          wrapped: "0x6100E367285b01F48D07953803A2d8dCA5D19873",
          wrappedSymbol: "WXPL",
          rows: [
            { id: "OKU_SWAP", family: "uniswap-v3", factory: "0xcb2436774C3e191c85056d248EF4260ce5f27A9D", off: "no SwapRouter is known there; its Universal Router would need a Permit2 signature", confidence: "medium" },
            { id: "WRAPPED", family: "wrapped" }
          ]
        },
        POLYGON: {
          wrapped: "0x0d500B1d8E8eF31E21C99d1Db9A6444d3ADf1270",
          wrappedSymbol: "WPOL",
          rows: [
            { id: "APE_SWAP", family: "uniswap-v2", router: "0xC0788A3aD43d79aa53B09c2EaCc313A787d1d607", factory: "0xCf083Be4164828f00cAE704EC15a36D711491284" },
            { id: "DFYN", family: "uniswap-v2", router: "0xA102072A4C07F06EC3B4900FDC4C7B80b6c57429", factory: "0xE7Fb3e833eFE5F9c441105EB65Ef8b261266423B" },
            { id: "ELK", family: "uniswap-v2", factory: "0xE3BD06c7ac7E1CeB17BdD2E5BA83E40D1515AF2a", off: "only its factory is known: it could be quoted but not executed" },
            { id: "FRAX_SWAP_V2", family: "uniswap-v2", router: "0xE52D0337904D4D0519EF7487e707268E1DB6495F", factory: "0x54F454D747e037Da288dB568D4121117EAb34e79", variant: "twamm", confidence: "medium", note: "as in the constants of Fraxlend; the address DefiLlama lists is that of BSC" },
            { id: "HONEY_SWAP", family: "uniswap-v2", router: "0xaD340d0CD0B117B0140671E7cB39770e7675C848", factory: "0x03DAa61d8007443a6584e3d8f85105096543C19c" },
            { id: "JET_SWAP", family: "uniswap-v2", router: "0x5C6EC38fb0e2609672BDf628B1fD605A523E5923", factory: "0x668ad0ed2622C62E24f0d5ab6B6Ac1b9D2cD4AC7" },
            { id: "MESH_SWAP", family: "uniswap-v2", router: "0x10f4A785F458Bc144e3706575924889954946639" },
            { id: "MM_FINANCE", family: "uniswap-v2", router: "0x7E5E5957De93D00c352dF75159FbC37d5935f8bF", factory: "0x7cFB780010e9C861e03bCbC7AC12E013137D47A5", confidence: "medium" },
            { id: "POLYDEX", family: "uniswap-v2", router: "0xC60aE14F2568b102F8Ca6266e8799112846DD088", factory: "0xEAA98F7b5f7BfbcD1aF14D0efAa9d9e68D82f640", off: "its router takes a list of pools and quotes through a formula contract of its own", confidence: "medium" },
            { id: "QUICK_SWAP", family: "uniswap-v2", router: "0xa5E0829CaCEd8fFDD4De3c43696c57F7D7A678ff", factory: "0x5757371414417b8C6CAad45bAeF941aBc7d3Ab32" },
            { id: "SUSHI_SWAP", family: "uniswap-v2", router: "0x1b02dA8Cb0d097eB8D57A175b88c7D8b47997506", factory: "0xc35DADB65012eC5796536bD9864eD8773aBc74C4" },
            { id: "SUSHI_SWAP", family: "uniswap-v3", factory: "0x917933899c6a5F8E37F31E19f92CdBFF7e8FF0e2", quoter: "0xb1E835Dc2785b52265711e17fCCb0fd018226a6e", off: "no router of its own for these pools is known; Sushi executes them through its API", confidence: "medium" },
            { id: "UNISWAP_V2", family: "uniswap-v2", router: "0xedf6066a2b290C185783862C7F4776A2C8077AD1", factory: "0x9e5A52f57b3038F1B8EeE45F28b3C1967e22799C" },
            { id: "UNI_SWAP_V3", family: "uniswap-v3", router: "0x68b3465833fb72A70ecDF485E0e4C7bD8665Fc45", factory: "0x1F98431c8aD98523631AE4a59f267346ea31F984", quoter: "0x61fFE014bA17989E743c5F6cB21bF9697530B21e", routerKind: "router02" },
            { id: "WAULT_SWAP", family: "uniswap-v2", router: "0x3a1D87f206D12415f5b0A33E786967680AAb4f6d", factory: "0xa98ea6356A316b44Bf710D5f9b6b4eA0081409Ef" },
            { id: "WRAPPED", family: "wrapped" }
          ]
        },
        POLYGON_ZKEVM: {
          wrapped: "0x4F9A0e7FD2Bf6067db6994CF12E4495Df938E6e9",
          wrappedSymbol: "WETH",
          rows: [
            { id: "OKU_SWAP", family: "uniswap-v3", factory: "0xff83c3c800Fec21de45C5Ec30B69ddd5Ee60DFC2", off: "no SwapRouter is known there; its Universal Router would need a Permit2 signature", confidence: "medium" },
            { id: "PANCAKE_SWAP_V3", family: "uniswap-v3", router: "0x678Aa4bF4E210cf2166753e054d5b7c31cc7fa86", off: "no quoter is known for it", confidence: "medium", note: "no longer in the current PancakeSwap packages; chain is being retired" },
            { id: "SUSHI_SWAP", family: "uniswap-v2", router: "0x9B3336186a38E1b6c21955d112dbb0343Ee061eE", factory: "0xB45e53277a7e0F1D35f2a77160e91e25507f1763", off: "the network has ended: its sequencer stopped on 2026-07-01" },
            { id: "SUSHI_SWAP", family: "uniswap-v3", factory: "0x1b02dA8Cb0d097eB8D57A175b88c7D8b47997506", off: "no router of its own for these pools is known; Sushi executes them through its API" },
            { id: "WRAPPED", family: "wrapped", off: "the network has ended: its sequencer stopped on 2026-07-01" }
          ]
        },
        PULSECHAIN: {
          wrapped: "0xA1077a294dDE1B09bB078844df40758a5D0f9a27",
          wrappedSymbol: "WPLS",
          rows: [
            { id: "PULSEX_V1", family: "uniswap-v2", router: "0x98bf93ebf5c380C0e6Ae8e192A7e2AE08edAcc02" },
            { id: "PULSEX_V2", family: "uniswap-v2", router: "0x165C3410fC91EF562C50559f7d2289fEbed552d9" },
            { id: "WRAPPED", family: "wrapped" }
          ]
        },
        ROOTSTOCK: {
          wrapped: "0x542fDA317318eBF1d3DEAf76E0b632741A7e677d",
          wrappedSymbol: "WRBTC",
          rows: [
            { id: "OKU_SWAP", family: "uniswap-v3", router: "0x0B14ff67f0014046b4b99057Aec4509640b3947A", factory: "0xaF37EC98A00FD63689CF3060BF3B6784E00caD82", quoter: "0xb51727c996C68E60F598A923a5006853cd2fEB31", routerKind: "router02" },
            { id: "SUSHI_SWAP", family: "uniswap-v2", router: "0x9B3336186a38E1b6c21955d112dbb0343Ee061eE", factory: "0xB45e53277a7e0F1D35f2a77160e91e25507f1763" },
            { id: "SUSHI_SWAP", family: "uniswap-v3", factory: "0x46B3fDF7b5CDe91Ac049936bF0bDb12c5d22202e", off: "no router of its own for these pools is known; Sushi executes them through its API" },
            { id: "UNI_SWAP_V3", family: "uniswap-v3", router: "0x0B14ff67f0014046b4b99057Aec4509640b3947A", factory: "0xaF37EC98A00FD63689CF3060BF3B6784E00caD82", quoter: "0xb51727c996C68E60F598A923a5006853cd2fEB31", routerKind: "router02" },
            { id: "WRAPPED", family: "wrapped" }
          ]
        },
        SCROLL: {
          wrapped: "0x5300000000000000000000000000000000000004",
          wrappedSymbol: "WETH",
          rows: [
            { id: "OKU_SWAP", family: "uniswap-v3", factory: "0x70C62C8b8e801124A4Aa81ce07b637A3e83cb919", off: "no SwapRouter is known there; its Universal Router would need a Permit2 signature", confidence: "medium" },
            { id: "SPACEFI_SWAP", family: "uniswap-v2", router: "0x18b71386418A9FCa5Ae7165E31c385a5130011b6", factory: "0x6cC370Ed99f1C11e7AC439F845d0BA6aed55cf50" },
            { id: "SUSHI_SWAP", family: "uniswap-v2", router: "0x9B3336186a38E1b6c21955d112dbb0343Ee061eE", factory: "0xB45e53277a7e0F1D35f2a77160e91e25507f1763" },
            { id: "SUSHI_SWAP", family: "uniswap-v3", factory: "0x46B3fDF7b5CDe91Ac049936bF0bDb12c5d22202e", off: "no router of its own for these pools is known; Sushi executes them through its API" },
            { id: "WRAPPED", family: "wrapped" }
          ]
        },
        SEI: {
          wrapped: "0xE30feDd158A2e3b13e9badaeABaFc5516e95e8C7",
          wrappedSymbol: "WSEI",
          rows: [
            { id: "DRAGON_SWAP", family: "uniswap-v2", router: "0xa4cF2F53D1195aDDdE9e4D3aCa54f556895712f2", factory: "0x71f6b49ae1558357bBb5A6074f1143c46cBcA03d", native: ["SEI"] },
            { id: "OKU_SWAP", family: "uniswap-v3", factory: "0x75FC67473A91335B5b8F8821277262a13B38c9b3", off: "no SwapRouter is known there; its Universal Router would need a Permit2 signature", confidence: "medium" },
            { id: "WRAPPED", family: "wrapped" }
          ]
        },
        SONEIUM: {
          wrapped: "0x4200000000000000000000000000000000000006",
          wrappedSymbol: "WETH",
          rows: [
            { id: "KYO_FINANCE", family: "uniswap-v2", router: "0x3c56C7C1Bfd9dbC14Ab04935f409d49D3b7A802E", note: "rubic-sdk drives this address with Uniswap V2 signatures" },
            { id: "KYO_FINANCE", family: "uniswap-v3", router: "0x0dC73Fe1341365929Ed8a89Dd47097A9FDD254D0", factory: "0x137841043180BBA8EF52828F9030D1b7fE065F95", quoter: "0x60eb4B04932797374a291380349008dc8cc40426", routerKind: "unconfirmed", confidence: "medium", note: "Kyo V3" },
            { id: "UNISWAP_V2", family: "uniswap-v2", router: "0x273F68c234fA55b550b40E563c4a488e0D334320", factory: "0x97FeBbC2AdBD5644ba22736E962564B23F5828CE" },
            { id: "UNI_SWAP_V3", family: "uniswap-v3", router: "0x7E40dB01736f88464e5f4E42394F3d5bbb6705B9", factory: "0x42aE7Ec7ff020412639d443E245D936429Fbe717", quoter: "0x3E6C707d0125226ff60F291b6Bd1404634F00AbA", routerKind: "router02" },
            { id: "WRAPPED", family: "wrapped" }
          ]
        },
        SYSCOIN: {
          wrapped: "0xd3e822f3ef011Ca5f17D82C956D952D8d7C3A1BB",
          wrappedSymbol: "WSYS",
          rows: [
            { id: "PEGASYS", family: "uniswap-v2", router: "0x017dAd2578372CAEE5c6CddfE35eEDB3728544C4", factory: "0x7Bbbb6abaD521dE677aBe089C85b29e3b2021496", native: ["SYS"] },
            { id: "WRAPPED", family: "wrapped" }
          ]
        },
        TAIKO: {
          wrapped: "0xA51894664A773981C6C112C43ce576f315d5b1B6",
          wrappedSymbol: "WETH",
          rows: [
            { id: "OKU_SWAP", family: "uniswap-v3", factory: "0x75FC67473A91335B5b8F8821277262a13B38c9b3", off: "no SwapRouter is known there; its Universal Router would need a Permit2 signature", confidence: "medium" },
            { id: "WRAPPED", family: "wrapped" }
          ]
        },
        TELOS: {
          wrapped: "0xD102cE6A4dB07D247fcc28F366A623Df0938CA9E",
          wrappedSymbol: "WTLOS",
          rows: [
            { id: "APE_SWAP", family: "uniswap-v2", router: "0xb9667Cf9A495A123b0C43B924f6c2244f42817BE" },
            { id: "OKU_SWAP", family: "uniswap-v3", factory: "0xcb2436774C3e191c85056d248EF4260ce5f27A9D", off: "no SwapRouter is known there; its Universal Router would need a Permit2 signature", confidence: "medium" },
            { id: "OMNIDEX", family: "uniswap-v2", router: "0xF9678db1CE83f6f51E5df348E2Cc842Ca51EfEc1", factory: "0x7a2A35706f5d1CeE2faa8A254dd6F6D7d7Becc25" },
            { id: "SUSHI_SWAP", family: "uniswap-v2", router: "0x1b02dA8Cb0d097eB8D57A175b88c7D8b47997506" },
            { id: "WRAPPED", family: "wrapped" },
            { id: "ZAPPY", family: "uniswap-v2", router: "0xB9239AF0697C8efb42cBA3568424b06753c6da71", factory: "0x4be5Bf2233a0fd2c7D1472487310503Ec8E857be" }
          ]
        },
        THETA: {
          wrapped: "0xAf537FB7E4c77C97403De94Ce141b7EdB9F7fCf0",
          wrappedSymbol: "WTFUEL",
          rows: [
            { id: "WRAPPED", family: "wrapped" }
          ]
        },
        UNICHAIN: {
          wrapped: "0x4200000000000000000000000000000000000006",
          wrappedSymbol: "WETH",
          rows: [
            { id: "UNISWAP_V2", family: "uniswap-v2", router: "0x284F11109359a7e1306C3e447ef14D38400063FF", factory: "0x1F98400000000000000000000000000000000002" },
            { id: "UNI_SWAP_V3", family: "uniswap-v3", router: "0x73855d06DE49d0fe4A9c42636Ba96c62da12FF9C", factory: "0x1F98400000000000000000000000000000000003", quoter: "0x385A5cf5F83e99f7BB2852b6A19C3538b9FA7658", routerKind: "router02" },
            { id: "WRAPPED", family: "wrapped" }
          ]
        },
        VELAS: {
          wrapped: "0xc579D1f3CF86749E05CD06f7ADe17856c2CE3126",
          wrappedSymbol: "WVLX",
          rows: [
            { id: "ASTRO_SWAP", family: "uniswap-v2", router: "0x3328cd3a9A295cd00fBb1d71Bf097e002B4614ad", factory: "0xe82d721A6CdeC2f86e9Fca074Ff671c8621F8459" },
            { id: "WAGYU_SWAP", family: "uniswap-v2", router: "0x3D1c58B6d4501E34DF37Cf0f664A58059a188F00", factory: "0x69f3212344A38b35844cCe4864C2af9c717F35e3" },
            { id: "WRAPPED", family: "wrapped" }
          ]
        },
        XDC: {
          wrapped: "0x951857744785E80e2De051c32EE7b25f9c458C42",
          wrappedSymbol: "WXDC",
          rows: [
            { id: "OKU_SWAP", family: "uniswap-v3", factory: "0xcb2436774C3e191c85056d248EF4260ce5f27A9D", off: "no SwapRouter is known there; its Universal Router would need a Permit2 signature", confidence: "medium" },
            { id: "WRAPPED", family: "wrapped" }
          ]
        },
        XLAYER: {
          wrapped: "0xe538905cf8410324e03A5A23C1c177a474D59b2b",
          wrappedSymbol: "WOKB",
          rows: [
            { id: "UNISWAP_V2", family: "uniswap-v2", router: "0x182a927119D56008d921126764bF884221b10f59", factory: "0xDf38F24fE153761634Be942F9d859f3DBA857E95" },
            { id: "UNI_SWAP_V3", family: "uniswap-v3", router: "0x4f0C28f5926AFDA16bf2506D5D9e57Ea190f9bcA", factory: "0x4B2ab38DBF28D31D467aA8993f6c2585981D6804", quoter: "0xD1b797D92d87B688193A2B976eFc8D577D204343", routerKind: "router02" },
            { id: "WRAPPED", family: "wrapped" }
          ]
        },
        ZETACHAIN: {
          wrapped: "0x5F0b1a82749cb4E2278EC87F8BF6B618dC71a8bf",
          wrappedSymbol: "WZETA",
          rows: [
            { id: "EDDY_FINANCE", family: "uniswap-v2", router: "0xDE3167958Ad6251E8D6fF1791648b322Fc6B51bD", factory: "0x9fd96203f7b22bCF72d9DCb40ff98302376cE09c", off: "its swap functions take neither a minimum nor a recipient, so what arrives cannot be guaranteed" },
            { id: "SUSHI_SWAP", family: "uniswap-v2", router: "0x1f2FCf1d036b375b384012e61D3AA33F8C256bbE", factory: "0x33d91116e0370970444B0281AB117e161fEbFcdD" },
            { id: "SUSHI_SWAP", family: "uniswap-v3", factory: "0xB45e53277a7e0F1D35f2a77160e91e25507f1763", off: "no router of its own for these pools is known; Sushi executes them through its API" },
            { id: "WRAPPED", family: "wrapped" },
            { id: "ZETA_SWAP", family: "uniswap-v2", router: "0x2ca7d64A7EFE2D62A725E2B35Cf7230D6677FfEe", factory: "0x9fd96203f7b22bCF72d9DCb40ff98302376cE09c", confidence: "medium", note: "the Uniswap V2 deployment of ZetaChain itself. In rubic-sdk ZETA_SWAP is an API route of the Native family limited to ZETACHAIN, so this mapping is an assumption" }
          ]
        },
        ZK_FAIR: {
          wrapped: "0xD33Db7EC50A98164cC865dfaa64666906d79319C",
          wrappedSymbol: "WUSDC",
          rows: [
            { id: "WRAPPED", family: "wrapped" }
          ]
        },
        ZK_LINK: {
          wrapped: "0x8280a4e7D5B3B658ec4580d3Bc30f5e50454F169",
          wrappedSymbol: "WETH",
          rows: [
            { id: "WRAPPED", family: "wrapped" }
          ]
        },
        ZK_SYNC: {
          wrapped: "0x5AEa5775959fBC2557Cc8789bC1bf90A239D9a91",
          wrappedSymbol: "WETH",
          rows: [
            { id: "MUTE_SWAP", family: "uniswap-v2", router: "0x8B791913eB07C32779a16750e3868aA8495F5964", factory: "0x40be1cBa6C5B47cDF9da7f963B6F761F4C60627D", variant: "stableFlags", note: "getAmountsOut(uint256,address[],bool[]) and swaps take an extra bool[] stable" },
            { id: "PANCAKE_SWAP", family: "uniswap-v2", router: "0x5aEaF2883FBf30f3D62471154eDa3C0c1b05942d", factory: "0xd03D8D566183F0086d8D09A84E1e30b58Dd5619d" },
            { id: "PANCAKE_SWAP_V3", family: "uniswap-v3", router: "0xf8b59f3c3Ab33200ec80a8A58b2aA5F5D2a8944C", factory: "0x1BB72E0CbbEA93c08f535fc7856E0338D7F7a8aB", quoter: "0x3d146FcE6c1006857750cBe8aF44f76a28041CCc", routerKind: "router02", tiers: [100, 500, 2500, 1e4] },
            { id: "SPACEFI_SWAP", family: "uniswap-v2", router: "0xbE7D1FD1f6748bbDefC4fbaCafBb11C6Fc506d1d", factory: "0x0700Fb51560CfC8F896B2c812499D17c5B0bF6A7" },
            { id: "UNI_SWAP_V3", family: "uniswap-v3", router: "0x99c56385daBCE3E81d8499d0b8d0257aBC07E8A3", factory: "0x8FdA5a7a8dCA67BBcDd10F02Fa0649A937215422", quoter: "0x8Cb537fc92E26d8EBBb760E632c95484b6Ea3e28", routerKind: "router02", confidence: "medium", note: "sdk-core does not say which quoter generation; on chains deployed after 2022 only QuoterV2 exists, so v2 is expected" },
            { id: "WRAPPED", family: "wrapped" }
          ]
        },
        ARTHERA: {
          wrapped: "0xC7A183Ad373301d68f7E0Ee824c8c727C7D5B21d",
          wrappedSymbol: "WAA",
          rows: [
            { id: "WRAPPED", family: "wrapped" }
          ]
        },
        BSCT: {
          wrapped: "0xae13d989daC2f0dEbFf460aC112a837C89BAa7cd",
          wrappedSymbol: "WtBNB",
          rows: [
            { id: "PANCAKE_SWAP", family: "uniswap-v2", router: "0xD99D1c33F9fC3444f8101754aBC46c52416550D1", factory: "0x6725F303b657a9451d8BA641348b6761A6CC7a17" },
            { id: "PANCAKE_SWAP_V3", family: "uniswap-v3", router: "0x9a489505a00cE272eAa5e07Dba6491314CaE3796", factory: "0x0BFbCF9fa4f9C56B0F40a671Ad40E0805A091865", quoter: "0xbC203d7f83677c7ed3F7acEc959963E7F4ECC5C2", routerKind: "router02", tiers: [100, 500, 2500, 1e4] }
          ]
        },
        FUJI: {
          wrapped: "0xd00ae08403B9bbb9124bB305C09058E32C39A48c",
          wrappedSymbol: "WAVAX",
          rows: [
            { id: "PANGOLIN", family: "uniswap-v2", router: "0x2D99ABD9008Dc933ff5c0CD271B88309593aB921", native: ["AVAX"] }
          ]
        },
        GOERLI: {
          wrapped: "0xB4FBF271143F4FBf7B91A5ded31805e42b2208d6",
          wrappedSymbol: "WETH",
          rows: [
            { id: "WRAPPED", family: "wrapped", off: "the test network has been closed" }
          ]
        },
        MUMBAI: {
          wrapped: "0x9c3C9283D3e44854697Cd22D3Faa240Cfb032889",
          wrappedSymbol: "WMATIC",
          rows: [
            { id: "WRAPPED", family: "wrapped", off: "the test network has been closed" }
          ]
        },
        SCROLL_SEPOLIA: {
          wrapped: "0x5300000000000000000000000000000000000004",
          wrappedSymbol: "WETH",
          rows: [
            { id: "PANCAKE_SWAP", family: "uniswap-v2", router: "0x715303D2eF7dA7FFAbF637651D71FD11d41fAf7F", factory: "0x2B3C5df29F73dbF028BA82C33e0A5A6e5800F75e" },
            { id: "PANCAKE_SWAP_V3", family: "uniswap-v3", router: "0xDDC44b8507B4Ca992fB60F0ECdF5651A87668509", factory: "0x5A6919Dfd2C761788608b0D1bd1239961ADCB08B", quoter: "0x6cc56b20bf8C4FfD58050D15AbA2978A745CC691", routerKind: "router02", tiers: [100, 500, 2500, 1e4] },
            { id: "UNI_SWAP_V3", family: "uniswap-v3", router: "0x59a662Ed724F19AD019307126CbEBdcF4b57d6B1", factory: "0xB856587fe1cbA8600F75F1b1176E44250B11C788", quoter: "0x805488DaA81c1b9e7C5cE3f1DCeA28F21448EC6A", routerKind: "router01", quoterKind: "path", confidence: "low" },
            { id: "WRAPPED", family: "wrapped" }
          ]
        },
        SEPOLIA: {
          wrapped: "0xfFf9976782d46CC05630D1f6eBAb18b2324d6B14",
          wrappedSymbol: "WETH",
          rows: [
            { id: "SUSHI_SWAP", family: "uniswap-v2", router: "0xeaBcE3E74EF41FB40024a21Cc2ee2F5dDc615791", factory: "0x734583f62Bb6ACe3c9bA9bd5A53143CA2Ce8C55A" },
            { id: "SUSHI_SWAP", family: "uniswap-v3", factory: "0x1f2FCf1d036b375b384012e61D3AA33F8C256bbE", off: "no router of its own for these pools is known; Sushi executes them through its API" },
            { id: "UNISWAP_V2", family: "uniswap-v2", router: "0xeE567Fe1712Faf6149d80dA1E6934E354124CfE3", factory: "0xF62c03E08ada871A0bEb309762E260a7a6a880E6" },
            { id: "UNI_SWAP_V3", family: "uniswap-v3", router: "0x3bFA4769FB09eefC5a80d6E87c3B9C650f7Ae48E", factory: "0x0227628f3F023bb0B980b67D528571c95c6DaC1c", quoter: "0xEd1f6473345F45b75F8179591dd5bA1888cf2FB3", routerKind: "router02" },
            { id: "WRAPPED", family: "wrapped" }
          ]
        },
        UNICHAIN_SEPOLIA_TESTNET: {
          wrapped: "0x4200000000000000000000000000000000000006",
          wrappedSymbol: "WETH",
          rows: [
            { id: "UNISWAP_V2", family: "uniswap-v2", router: "0x6e8C9D62A16419357eA998229126D2fD6B1CCfbF", factory: "0x5C69bEe701ef814a2B6a3EDD4B1652CB9cc5aA6f" },
            { id: "UNI_SWAP_V3", family: "uniswap-v3", router: "0xd1AAE39293221B77B0C71fBD6dCb7Ea29Bb5B166", factory: "0x1F98431c8aD98523631AE4a59f267346ea31F984", quoter: "0x6Dd37329A1A225a6Fca658265D460423DCafBF89", routerKind: "router02" },
            { id: "WRAPPED", family: "wrapped" }
          ]
        }
      }
    };
  }
});

// src/providers/onchain/rows.ts
function chainRows(blockchain) {
  const known5 = chainsById.get(blockchain);
  if (known5 !== void 0) return known5;
  const raw2 = rawChains()[blockchain];
  if (raw2 === void 0) return null;
  const built = toChainRows(blockchain, raw2);
  chainsById.set(blockchain, built);
  return built;
}
function blockchainsWithRows() {
  return Object.keys(rawChains()).filter(isBlockchainId);
}
function idsWithoutRows() {
  const reasons = deployments_default.idsWithoutRows;
  return new Map(Object.entries(reasons).map(([id2, reason]) => [toProviderId(id2), reason]));
}
function offReasonsOf(id2) {
  return Object.entries(rawChains()).flatMap(
    ([blockchain, { rows: rows2 }]) => rows2.flatMap(
      (row) => row.id === id2 && row.off !== void 0 ? [{ blockchain, reason: row.off }] : []
    )
  );
}
function blockchainsById() {
  if (chainsOfId !== void 0) return chainsOfId;
  const built = /* @__PURE__ */ new Map();
  for (const id2 of idsWithoutRows().keys()) built.set(id2, []);
  for (const [name2, raw2] of Object.entries(rawChains())) {
    if (!isBlockchainId(name2)) throw new Error(`deployments.json: chain ${name2}`);
    for (const row of raw2.rows) {
      const id2 = toProviderId(row.id);
      const chains = built.get(id2) ?? [];
      built.set(id2, chains);
      if (row.off === void 0 && !chains.includes(name2)) chains.push(name2);
    }
  }
  chainsOfId = built;
  return built;
}
function rowKey(row) {
  switch (row.family) {
    case "uniswap-v2":
      return `${row.id}:${row.router}`;
    case "uniswap-v3":
      return `${row.id}:${row.router}:${row.quoter}`;
    case "wrapped":
      return `${row.id}:${row.wrapped}`;
  }
}
function rawChains() {
  return deployments_default.chains;
}
function toChainRows(blockchain, raw2) {
  const rows2 = [];
  const off = [];
  for (const rawRow of raw2.rows) {
    if (rawRow.off === void 0) rows2.push(toRow(blockchain, raw2, rawRow));
    else off.push({ ...toBase(blockchain, raw2, rawRow), family: toFamily(rawRow), off: rawRow.off });
  }
  return { blockchain, wrapped: raw2.wrapped, wrappedSymbol: raw2.wrappedSymbol, rows: rows2, off };
}
function toRow(blockchain, chain, raw2) {
  const base = toBase(blockchain, chain, raw2);
  const family2 = toFamily(raw2);
  if (family2 === "wrapped") return { ...base, family: family2 };
  const { router: router4, factory: factory2 = null } = raw2;
  if (router4 === void 0) throw new Error(`deployments.json: ${raw2.id} without router`);
  if (family2 === "uniswap-v2") {
    return {
      ...base,
      family: family2,
      router: router4,
      factory: factory2,
      variant: oneOf(raw2.variant ?? "plain", v2Variants),
      nativeWords: (raw2.native ?? ["ETH"]).map((word2) => oneOf(word2, nativeWords))
    };
  }
  if (raw2.quoter === void 0) throw new Error(`deployments.json: ${raw2.id} without quoter`);
  return {
    ...base,
    family: family2,
    router: router4,
    factory: factory2,
    quoter: raw2.quoter,
    routerKind: oneOf(raw2.routerKind ?? "", v3RouterKinds),
    quoterKind: oneOf(raw2.quoterKind ?? "single", v3QuoterKinds),
    tiers: raw2.tiers ?? uniswapTiers
  };
}
function toBase(blockchain, chain, raw2) {
  return {
    id: toProviderId(raw2.id),
    blockchain,
    wrapped: raw2.wrapped ?? chain.wrapped,
    off: raw2.off ?? null,
    confidence: raw2.confidence ?? "high",
    note: raw2.note ?? null
  };
}
function toFamily(raw2) {
  return oneOf(raw2.family, ["uniswap-v2", "uniswap-v3", "wrapped"]);
}
function toProviderId(id2) {
  if (!isProviderId(id2)) throw new Error(`deployments.json: ${id2} is not a provider`);
  return id2;
}
function oneOf(text4, words) {
  const word2 = words.find((candidate) => candidate === text4);
  if (word2 === void 0) throw new Error(`deployments.json: unknown word ${text4}`);
  return word2;
}
function contractOf2(row) {
  return row.family === "wrapped" ? row.wrapped : row.router;
}
var nativeWords, v2Variants, v3RouterKinds, v3QuoterKinds, uniswapTiers, chainsById, chainsOfId;
var init_rows = __esm({
  "src/providers/onchain/rows.ts"() {
    "use strict";
    init_blockchainIds();
    init_providerIds();
    init_deployments();
    nativeWords = ["ETH", "AVAX", "KLAY", "Metis", "SYS", "SEI"];
    v2Variants = ["plain", "referrer", "twamm", "stableFlags"];
    v3RouterKinds = ["router01", "router02", "slipstream", "kyber", "unconfirmed"];
    v3QuoterKinds = ["single", "path", "slipstream", "kyber"];
    uniswapTiers = [100, 500, 3e3, 1e4];
    chainsById = /* @__PURE__ */ new Map();
  }
});

// src/providers/onchain/rowCalls.ts
function rowCalls(rows2, to) {
  return rows2.filter((row) => isSameAddress(contractOf2(row), to)).flatMap(callsOf);
}
function callsOf(row) {
  if (row.family === "wrapped") return wrappingCalls(row.wrapped.toLowerCase());
  const calls = row.family === "uniswap-v2" ? v2RowCalls(row) : v3RowCalls(row);
  return hasErc20Coin(row) ? calls.map((each) => mapped(each, markCoin(row.wrapped))) : calls;
}
function v2RowCalls({ variant, nativeWords: nativeWords2 }) {
  if (variant === "referrer") return referrerCalls;
  if (variant === "stableFlags") return flagCalls;
  return [v2Tokens, ...nativeWords2.flatMap(nativeCalls)];
}
function v3RowCalls({ routerKind }) {
  const kinds = routerKind === "unconfirmed" ? ["router01", "router02"] : [routerKind];
  return kinds.flatMap((kind) => v3Calls[kind]);
}
function markCoin(coin3) {
  return (terms2) => isSameAddress(terms2.dstToken ?? "", coin3) ? { ...terms2, dstIsCoin: true } : terms2;
}
function terms(stated) {
  return { amountIn: null, minOut: null, dst: "same", refundTo: null, ...stated };
}
function v2Ends(path, { from, to }) {
  const [first2] = path;
  const last = path.at(-1);
  const isPath = path.length >= 2 && path.length <= maxHops + 1 && !path.includes(zeroAddress);
  if (!isPath || first2 === void 0 || last === void 0) throw odd3("has an impossible path");
  return { srcToken: from ?? first2, dstToken: to ?? last };
}
function nativeCalls(word2) {
  return [
    renamed(v2NativeIn, `swapExact${word2}ForTokens`),
    renamed(v2NativeOut, `swapExactTokensFor${word2}`)
  ];
}
function noReferrer(referrer) {
  if (referrer !== zeroAddress) throw odd3("pays a referrer");
}
function flagged(path, flags, native2) {
  if (flags.length !== path.length - 1) throw odd3("does not state a pool for each hop");
  return v2Ends(path, native2);
}
function toSwap({ recipient, amountIn: amountIn2, amountOutMinimum: minOut, deadline: deadline2 }, srcToken, dstToken) {
  if (srcToken === zeroAddress || dstToken === zeroAddress) throw odd3("has an impossible path");
  const time = deadline2 === void 0 ? {} : { deadlineSeconds: deadline2 };
  return { ...terms({ recipient, srcToken, dstToken, amountIn: amountIn2, ...time }), recipient, minOut };
}
function singleSwap({ tokenIn, tokenOut, sqrtPriceLimitX96, ...rest }) {
  if (sqrtPriceLimitX96 !== 0n) throw odd3("may swap only part of the amount");
  return toSwap(rest, tokenIn, tokenOut);
}
function pathSwap({ path, ...rest }) {
  const size = (path.length - 2) / 2;
  const hops = (size - addressBytes) / pathHopBytes;
  if (!Number.isInteger(hops) || hops < 1 || hops > maxHops) throw odd3("has an impossible path");
  return toSwap(rest, path.slice(0, 2 + addressBytes * 2), `0x${path.slice(-addressBytes * 2)}`);
}
function v3CallsOf(kind) {
  const swaps = v3Swaps[kind];
  const unwrap = kind === "kyber" ? renamed(unwrapWeth9, "unwrapWeth") : unwrapWeth9;
  const isKept = ({ recipient }) => BigInt(recipient) === ownAccount[kind];
  const paid = (swap) => {
    if (BigInt(swap.recipient) > 2n) return swap;
    throw odd3("has no recipient");
  };
  const whole = (items, inside) => {
    const [first2 = "", second] = items;
    if (items.length > 2) throw odd3("makes more calls than a swap needs");
    const swap = inside.call(swaps, first2);
    if (second === void 0) return paid(swap);
    const { minimum: minimum2, recipient } = inside.call([unwrap], second);
    if (!isKept(swap) || minimum2 !== swap.minOut)
      throw odd3("unwraps a different amount than it swaps");
    return { ...swap, recipient, dstToken: zeroAddress };
  };
  if (kind === "router02") {
    return [
      call(
        "function multicall(uint256 deadline, bytes[] data) payable",
        ([deadlineSeconds2, items], inside) => ({ ...whole(items, inside), deadlineSeconds: deadlineSeconds2 })
      )
    ];
  }
  return [
    ...swaps.map((swap) => mapped(swap, paid)),
    call("function multicall(bytes[] data) payable", ([items], inside) => {
      if (items.length !== 2) throw odd3("makes other calls than a swap needs");
      return whole(items, inside);
    })
  ];
}
function odd3(what) {
  return unsafeCall("the exchange", what);
}
var maxHops, pathHopBytes, addressBytes, wrappingCalls, v2Tokens, v2NativeIn, v2NativeOut, referrerCalls, flagCalls, exactInput, v3Swaps, unwrapWeth9, ownAccount, v3Calls;
var init_rowCalls = __esm({
  "src/providers/onchain/rowCalls.ts"() {
    "use strict";
    init_calls();
    init_token();
    init_addresses2();
    init_paths();
    init_rows();
    maxHops = 8;
    pathHopBytes = 23;
    addressBytes = 20;
    wrappingCalls = (wrapped) => [
      call(
        "function deposit() payable",
        () => terms({ recipient: null, srcToken: zeroAddress, dstToken: wrapped })
      ),
      call(
        "function withdraw(uint256 amount)",
        ([amount]) => terms({
          recipient: null,
          srcToken: wrapped,
          dstToken: zeroAddress,
          amountIn: amount,
          minOut: amount
        })
      )
    ];
    v2Tokens = call(
      "function swapExactTokensForTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline)",
      ([amountIn2, minOut, path, recipient, deadlineSeconds2]) => terms({ ...v2Ends(path, {}), recipient, amountIn: amountIn2, minOut, deadlineSeconds: deadlineSeconds2 })
    );
    v2NativeIn = call(
      "function swapExactETHForTokens(uint256 amountOutMin, address[] path, address to, uint256 deadline) payable",
      ([minOut, path, recipient, deadlineSeconds2]) => terms({ ...v2Ends(path, { from: zeroAddress }), recipient, minOut, deadlineSeconds: deadlineSeconds2 })
    );
    v2NativeOut = call(
      "function swapExactTokensForETH(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline)",
      ([amountIn2, minOut, path, recipient, deadlineSeconds2]) => terms({ ...v2Ends(path, { to: zeroAddress }), recipient, amountIn: amountIn2, minOut, deadlineSeconds: deadlineSeconds2 })
    );
    referrerCalls = [
      call(
        "function swapExactTokensForTokensSupportingFeeOnTransferTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to, address referrer, uint256 deadline)",
        ([amountIn2, minOut, path, recipient, referrer, deadlineSeconds2]) => {
          noReferrer(referrer);
          return terms({ ...v2Ends(path, {}), recipient, amountIn: amountIn2, minOut, deadlineSeconds: deadlineSeconds2 });
        }
      ),
      call(
        "function swapExactETHForTokensSupportingFeeOnTransferTokens(uint256 amountOutMin, address[] path, address to, address referrer, uint256 deadline) payable",
        ([minOut, path, recipient, referrer, deadlineSeconds2]) => {
          noReferrer(referrer);
          return terms({ ...v2Ends(path, { from: zeroAddress }), recipient, minOut, deadlineSeconds: deadlineSeconds2 });
        }
      ),
      call(
        "function swapExactTokensForETHSupportingFeeOnTransferTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to, address referrer, uint256 deadline)",
        ([amountIn2, minOut, path, recipient, referrer, deadlineSeconds2]) => {
          noReferrer(referrer);
          const ends2 = v2Ends(path, { to: zeroAddress });
          return terms({ ...ends2, recipient, amountIn: amountIn2, minOut, deadlineSeconds: deadlineSeconds2 });
        }
      )
    ];
    flagCalls = [
      call(
        "function swapExactTokensForTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline, bool[] stable)",
        ([amountIn2, minOut, path, recipient, deadlineSeconds2, flags]) => terms({ ...flagged(path, flags, {}), recipient, amountIn: amountIn2, minOut, deadlineSeconds: deadlineSeconds2 })
      ),
      call(
        "function swapExactETHForTokens(uint256 amountOutMin, address[] path, address to, uint256 deadline, bool[] stable) payable",
        ([minOut, path, recipient, deadlineSeconds2, flags]) => {
          const ends2 = flagged(path, flags, { from: zeroAddress });
          return terms({ ...ends2, recipient, minOut, deadlineSeconds: deadlineSeconds2 });
        }
      ),
      call(
        "function swapExactTokensForETH(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline, bool[] stable)",
        ([amountIn2, minOut, path, recipient, deadlineSeconds2, flags]) => {
          const ends2 = flagged(path, flags, { to: zeroAddress });
          return terms({ ...ends2, recipient, amountIn: amountIn2, minOut, deadlineSeconds: deadlineSeconds2 });
        }
      )
    ];
    exactInput = call(
      "function exactInput((bytes path, address recipient, uint256 deadline, uint256 amountIn, uint256 amountOutMinimum) params) payable",
      ([params]) => pathSwap(params)
    );
    v3Swaps = {
      router01: [
        call(
          "function exactInputSingle((address tokenIn, address tokenOut, uint24 fee, address recipient, uint256 deadline, uint256 amountIn, uint256 amountOutMinimum, uint160 sqrtPriceLimitX96) params) payable",
          ([params]) => singleSwap(params)
        ),
        exactInput
      ],
      router02: [
        call(
          "function exactInputSingle((address tokenIn, address tokenOut, uint24 fee, address recipient, uint256 amountIn, uint256 amountOutMinimum, uint160 sqrtPriceLimitX96) params) payable",
          ([params]) => singleSwap(params)
        ),
        call(
          "function exactInput((bytes path, address recipient, uint256 amountIn, uint256 amountOutMinimum) params) payable",
          ([params]) => pathSwap(params)
        )
      ],
      slipstream: [
        call(
          "function exactInputSingle((address tokenIn, address tokenOut, int24 tickSpacing, address recipient, uint256 deadline, uint256 amountIn, uint256 amountOutMinimum, uint160 sqrtPriceLimitX96) params) payable",
          ([params]) => {
            if (params.tickSpacing < 0) throw odd3("has an impossible pool");
            return singleSwap(params);
          }
        ),
        exactInput
      ],
      kyber: [
        call(
          "function swapExactInputSingle((address tokenIn, address tokenOut, uint24 fee, address recipient, uint256 deadline, uint256 amountIn, uint256 amountOutMinimum, uint160 sqrtPriceLimitX96) params) payable",
          ([params]) => singleSwap(params)
        ),
        call(
          "function swapExactInput((bytes path, address recipient, uint256 deadline, uint256 amountIn, uint256 amountOutMinimum) params) payable",
          ([params]) => pathSwap(params)
        )
      ]
    };
    unwrapWeth9 = call(
      "function unwrapWETH9(uint256 amountMinimum, address recipient) payable",
      ([minimum2, recipient]) => ({ minimum: minimum2, recipient })
    );
    ownAccount = { router01: 0n, router02: 2n, slipstream: 0n, kyber: 0n };
    v3Calls = {
      router01: v3CallsOf("router01"),
      router02: v3CallsOf("router02"),
      slipstream: v3CallsOf("slipstream"),
      kyber: v3CallsOf("kyber")
    };
  }
});

// test/support/declaredCalls.ts
function readDeclared(provider4, blockchain, to, data, numberOf2 = mainNumbers) {
  const chainOf4 = (chainId2) => chainOfNumber(chainId2, numberOf2);
  const calls = proofOf(provider4, "calls")?.calls({ blockchain, to, chainOf: chainOf4 }) ?? [];
  return readCall("the provider", calls, data);
}
var mainNumbers;
var init_declaredCalls = __esm({
  "test/support/declaredCalls.ts"() {
    "use strict";
    init_readCall();
    init_chains2();
    init_errors();
    init_rowCalls();
    init_rows();
    init_types();
    mainNumbers = (blockchain) => chainById(blockchain).chainId;
  }
});

// test/campaign/support/signingChecks.ts
function checkSigning(adapter, facts) {
  const { provider: provider4, transaction: transaction2, srcToken, dstToken, srcAmount, dstChainId } = facts;
  const { blockchain } = srcToken;
  const pinned = adapter.pinned(provider4, blockchain);
  const form = checkContracts3({
    provider: provider4,
    transaction: transaction2,
    srcToken,
    dstToken,
    srcAmount,
    pinned,
    confirmedDeposit: null
  });
  checkValue2({
    srcToken,
    srcAmount,
    value: transaction2.value,
    declaredFee: facts.fees.declared,
    quotedFee: facts.fees.quoted,
    allowedFee: pinned.mostFixedFee ?? 0n
  });
  const decoded2 = form.form === "transfer" ? null : readDeclared(adapter, blockchain, transaction2.to, transaction2.data);
  checkDecoded({
    decoded: decoded2,
    form,
    data: transaction2.data,
    srcToken,
    dstToken,
    srcAmount,
    fromAddress: facts.payer,
    receiver: facts.receiver,
    refundAddress: facts.refundAddress,
    crossChain: dstChainId !== null,
    srcWrapped: chainById(blockchain).wrappedNative,
    dstWrapped: chainById(dstToken.blockchain).wrappedNative
  });
  checkMinimum({
    dstToken,
    decodedMin: decoded2?.minOut ?? null,
    claimedMin: facts.minimum.claimed,
    acceptedMin: facts.minimum.accepted,
    minReceive: null
  });
}
function ruleOf(check) {
  try {
    check();
    return "ok";
  } catch (thrown) {
    if (!(thrown instanceof SwaprouteError)) throw thrown;
    const { check: rule } = thrown.context;
    return typeof rule === "string" ? rule : thrown.code;
  }
}
var init_signingChecks = __esm({
  "test/campaign/support/signingChecks.ts"() {
    "use strict";
    init_chains2();
    init_errors();
    init_amounts2();
    init_contracts3();
    init_decoded();
    init_declaredCalls();
  }
});

// src/api/approvals.ts
function readSpender(text4) {
  return text4 == null || text4 === noSpender || text4 === zeroAddress ? null : text4;
}
var noSpender;
var init_approvals = __esm({
  "src/api/approvals.ts"() {
    "use strict";
    init_token();
    noSpender = "";
  }
});

// src/api/route.ts
function readRouteItem(item) {
  return toRoute(item, readTerms2(item.estimate, item.fees));
}
function toRoute(item, terms2) {
  const { id: id2, providerType: provider4, executionKind = null, rateType, warnings } = item;
  const rate = rateType === "fixed" || rateType === "float" ? rateType : null;
  const spender = readSpender(item.transaction.approvalAddress);
  return { id: id2, provider: provider4, executionKind, rateType: rate, warnings, spender, terms: terms2, item };
}
function readTerms2(estimate, fees) {
  const expected = readEstimateTerms(estimate);
  if ("odd" in expected) return expected;
  const taken = readFeeTerms(fees);
  return "odd" in taken ? taken : { ...expected, ...taken };
}
function readEstimateTerms(estimate) {
  const { destinationWeiAmount, destinationWeiMinAmount } = estimate;
  return oddOf({ destinationWeiAmount, destinationWeiMinAmount }) ?? {
    dstAmount: BigInt(destinationWeiAmount),
    dstMinAmount: BigInt(destinationWeiMinAmount),
    slippageBps: slippageToBps(estimate.slippage),
    durationSeconds: Math.round(estimate.durationInMinutes * 60),
    priceImpactPercent: estimate.priceImpact ?? null
  };
}
function readFeeTerms({ gasTokenFees, percentFees }) {
  const { protocol, provider: provider4, gas } = gasTokenFees;
  const gasLimit = gas?.gasLimit ?? null;
  const gasCost = gas?.totalWeiAmount ?? null;
  const texts = {
    "fees.protocol": protocol.fixedWeiAmount,
    "fees.provider": provider4.fixedWeiAmount,
    ...gasLimit === null ? {} : { "fees.gas.gasLimit": gasLimit }
  };
  return oddOf(texts) ?? {
    protocolFee: BigInt(protocol.fixedWeiAmount),
    providerFee: BigInt(provider4.fixedWeiAmount),
    gasLimit: gasLimit === null ? null : BigInt(gasLimit),
    // Only shown: what gas may cost is calculated before anything is signed.
    gasCost: gasCost !== null && /^\d+$/.test(gasCost) ? BigInt(gasCost) : null,
    percentFee: percentFees.percent
  };
}
function oddOf(texts) {
  const odd4 = Object.entries(texts).find(([, text4]) => !isWei(text4));
  return odd4 === void 0 ? null : { odd: odd4[0] };
}
function isWei(text4) {
  return /^(?:\d{1,78}|0x[0-9a-fA-F]{1,64})$/.test(text4);
}
var init_route2 = __esm({
  "src/api/route.ts"() {
    "use strict";
    init_amounts();
    init_approvals();
  }
});

// src/api/builtRoute.ts
function readSwapAnswer(answer, srcToken, wanted2) {
  const { estimate, fees, transaction: transaction2 } = answer;
  return toBuiltRoute(answer, {
    estimate: estimate === void 0 ? null : readEstimateTerms(estimate),
    fees: fees === void 0 ? null : readFeeTerms(fees),
    transaction: readTransaction(transaction2, srcToken, wanted2)
  });
}
function toBuiltRoute(answer, numbers) {
  const { warnings = null, quote } = answer;
  const pair2 = quote === void 0 ? null : {
    src: { blockchain: quote.srcTokenBlockchain, address: quote.srcTokenAddress },
    dst: { blockchain: quote.dstTokenBlockchain, address: quote.dstTokenAddress }
  };
  return { ...numbers, warnings, pair: pair2, answer };
}
function toWireTransaction(transaction2, unapproved = { approvalAddress: noSpender }) {
  switch (transaction2.kind) {
    case "evm": {
      const { to, data, value, approvalAddress } = transaction2;
      const spender = approvalAddress === null ? unapproved : { approvalAddress };
      return { to, data, value: value.toString(), ...spender };
    }
    case "ton":
      return {
        tonMessages: transaction2.messages.map(({ address: address2, amount, payload, stateInit }) => ({
          address: address2,
          amount: amount.toString(),
          ...payload === null ? {} : { payload },
          ...stateInit === null ? {} : { stateInit }
        }))
      };
    case "deposit": {
      const { depositAddress: depositAddress2, amountToSend, exchangeId, extraFields, expiresAtMs } = transaction2;
      return {
        depositAddress: depositAddress2,
        amountToSend,
        exchangeId,
        extraFields,
        ...expiresAtMs === null ? {} : { expiresAt: new Date(expiresAtMs).toISOString() }
      };
    }
  }
}
function readTransaction(transaction2, srcToken, wanted2) {
  const { to, tonMessages } = transaction2;
  const onTon2 = srcToken.blockchain === "TON";
  if (wanted2 === "payment" && onTon2 && tonMessages != null) {
    return { kind: "ton", messages: readMessages(tonMessages) };
  }
  if (wanted2 === "payment" && !onTon2 && to != null) return readCall2(transaction2, to);
  return readDeposit(transaction2, srcToken);
}
function readMessages(messages) {
  if (!messages.every(({ amount }) => isWei(amount))) return { odd: "tonMessages.amount" };
  return messages.map(({ address: address2, amount, payload, stateInit }) => ({
    address: address2,
    amount: BigInt(amount),
    payload: payload ?? null,
    stateInit: stateInit ?? null
  }));
}
function readCall2({ data, value, approvalAddress, permit2Address }, to) {
  const text4 = value ?? "0";
  return {
    kind: "evm",
    to,
    data: data ?? "0x",
    value: isWei(text4) ? BigInt(text4) : { odd: "value" },
    approvalAddress: approvalAddress === void 0 ? void 0 : readSpender(approvalAddress),
    permit2Address: permit2Address ?? null
  };
}
function readDeposit({ depositAddress: depositAddress2, amountToSend, exchangeId, extraFields, expiresAt }, { decimals }) {
  if (depositAddress2 == null) return { kind: "none" };
  return {
    kind: "deposit",
    depositAddress: depositAddress2,
    amountToSend: amountToSend ?? null,
    amount: amountToSend == null ? null : amountIn(amountToSend, decimals),
    exchangeId: exchangeId ?? null,
    memo: readMemo(extraFields),
    expiresAtMs: readTime(expiresAt)
  };
}
function amountIn(text4, decimals) {
  try {
    return parseAmount(text4, decimals);
  } catch (thrown) {
    if (thrown instanceof SwaprouteError) return null;
    throw thrown;
  }
}
function readMemo(extra) {
  const value = extra?.value ?? extra?.memo ?? "";
  if (value === "") return null;
  const name2 = extra?.name ?? "";
  return { name: name2 === "" ? "memo" : name2, value };
}
function readTime(text4) {
  if (text4 == null) return null;
  const time = Date.parse(text4);
  return Number.isFinite(time) ? time : { odd: "expiresAt" };
}
var init_builtRoute = __esm({
  "src/api/builtRoute.ts"() {
    "use strict";
    init_amounts();
    init_errors();
    init_approvals();
    init_route2();
  }
});

// src/api/problems.ts
var init_problems = __esm({
  "src/api/problems.ts"() {
    "use strict";
    init_nearest();
    init_reason();
  }
});

// src/api/envelopes.ts
var init_envelopes = __esm({
  "src/api/envelopes.ts"() {
    "use strict";
    init_errors();
    init_problems();
    init_json();
    init_reason();
  }
});

// src/core/usd.ts
function usdValueE18(amount, decimals, price3) {
  return amount * price3.e18 / 10n ** BigInt(decimals);
}
function usdToNumber(valueE18) {
  return Number(valueE18 * 1000000n / e18) / 1e6;
}
var e18;
var init_usd = __esm({
  "src/core/usd.ts"() {
    "use strict";
    e18 = 10n ** 18n;
  }
});

// src/backend/wire.ts
function toRouteItem(id2, offer, tools2) {
  const { quote, dangers } = offer;
  const { srcToken, dstToken, srcAmount } = quote.request;
  return {
    id: id2,
    swapType: quote.swapType,
    providerType: quote.provider,
    tokens: {
      from: withAmount(srcToken, srcAmount, tools2),
      to: toTokenItem(dstToken, tools2)
    },
    estimate: toEstimate(quote, quote, tools2),
    fees: toFees(quote, quote.fees, tools2),
    routing: quote.steps.map((step) => toRoutingStep(step, tools2)),
    transaction: isEvmChain(chainById(srcToken.blockchain)) ? { approvalAddress: quote.spender ?? noSpender } : {},
    warnings: [...quote.warnings, ...dangers],
    useRubicContract: false,
    executionKind: quote.executionKind,
    ...quote.rateType === void 0 ? {} : { rateType: quote.rateType },
    ...quote.limits === void 0 ? {} : { limits: toLimits2(quote.limits, srcToken.decimals, tools2) }
  };
}
function toLimits2({ min, max }, decimals, { print }) {
  return {
    ...min === null ? {} : { min: print(min, decimals) },
    ...max === null ? {} : { max: print(max, decimals) }
  };
}
function toEstimate(quote, priced2, { prices, print }) {
  const { dstToken } = quote.request;
  const price3 = prices(dstToken);
  const usd = (amount) => price3 === null ? void 0 : usdToNumber(usdValueE18(amount, dstToken.decimals, price3));
  return {
    destinationTokenAmount: print(priced2.dstAmount, dstToken.decimals),
    destinationTokenMinAmount: print(priced2.dstMinAmount, dstToken.decimals),
    destinationWeiAmount: priced2.dstAmount.toString(),
    destinationWeiMinAmount: priced2.dstMinAmount.toString(),
    ...price3 === null ? {} : {
      destinationUsdAmount: usd(priced2.dstAmount),
      destinationUsdMinAmount: usd(priced2.dstMinAmount)
    },
    durationInMinutes: Math.round(quote.durationSeconds / 60 * 100) / 100,
    priceImpact: quote.priceImpactPercent,
    slippage: bpsToSlippage(quote.slippageBps)
  };
}
function toFees(quote, fees, tools2) {
  const native2 = tools2.nativeToken(quote.request.srcToken.blockchain);
  const price3 = tools2.prices(native2);
  const usd = (amount) => amount === 0n ? 0 : price3 === null ? null : usdToNumber(usdValueE18(amount, native2.decimals, price3));
  const fixed = (amount) => ({
    fixedAmount: tools2.print(amount, native2.decimals),
    fixedWeiAmount: amount.toString(),
    fixedUsdAmount: usd(amount)
  });
  const { gas } = fees;
  const gasTotal = gas === null ? null : gas.limit * gas.price;
  return {
    gasTokenFees: {
      nativeToken: toTokenItem(native2, tools2),
      gas: {
        gasPrice: gas?.price.toString() ?? null,
        baseFee: null,
        maxFeePerGas: null,
        maxPriorityFeePerGas: null,
        gasLimit: gas?.limit.toString() ?? null,
        totalWeiAmount: gasTotal?.toString() ?? null,
        totalUsdAmount: gasTotal === null ? null : usd(gasTotal)
      },
      protocol: fixed(fees.protocolFixed),
      provider: fixed(fees.providerFixed)
    },
    percentFees: {
      percent: fees.percent?.percent ?? 0,
      token: fees.percent === null ? null : toTokenItem(fees.percent.token, tools2)
    }
  };
}
function toRoutingStep(step, tools2) {
  const path = [step.from, step.to].map(
    ({ token: token2, amount }) => amount === null ? toTokenItem(token2, tools2) : withAmount(token2, amount, tools2)
  );
  return { type: step.type, provider: step.provider, path };
}
function toTokenItem(token2, tools2) {
  const price3 = tools2.prices(token2);
  return {
    address: token2.address,
    blockchain: token2.blockchain,
    blockchainId: tools2.blockchainNumber(token2.blockchain),
    decimals: token2.decimals,
    symbol: token2.symbol,
    name: token2.name,
    ...price3 === null ? {} : { price: usdToNumber(price3.e18) }
  };
}
function withAmount(token2, amount, tools2) {
  return { ...toTokenItem(token2, tools2), amount: tools2.print(amount, token2.decimals) };
}
var init_wire2 = __esm({
  "src/backend/wire.ts"() {
    "use strict";
    init_approvals();
    init_envelopes();
    init_chains2();
    init_amounts();
    init_usd();
  }
});

// test/campaign/02-mutations/wireAnswer.ts
function routeOf(quote) {
  return toRouteItem("campaign", { quote, usd: null, dangers: [] }, tools);
}
function answerOf(quote, built) {
  const answer = {
    estimate: toEstimate(quote, built, tools),
    fees: toFees(quote, built.fees, tools),
    transaction: toWireTransaction(built.transaction),
    warnings: [],
    routing: [],
    providerType: quote.provider,
    swapType: quote.swapType,
    useRubicContract: false
  };
  const wanted2 = quote.executionKind === "deposit" ? "order" : "payment";
  return readSwapAnswer(answer, quote.request.srcToken, wanted2);
}
var tools;
var init_wireAnswer = __esm({
  "test/campaign/02-mutations/wireAnswer.ts"() {
    "use strict";
    init_builtRoute();
    init_wire2();
    init_amounts();
    init_tokens2();
    tools = {
      prices: () => null,
      nativeToken,
      blockchainNumber: () => null,
      print: formatAmount
    };
  }
});

// test/campaign/02-mutations/evmVerdict.ts
function evmVerdict(adapter, quote, built, parties) {
  const { provider: provider4, request: request3 } = quote;
  const { srcToken, dstToken, srcAmount, refundAddress } = request3;
  return ruleOf(() => {
    const route = readRouteItem(routeOf(quote));
    const terms2 = readTerms(answerOf(quote, built), route);
    const quoted2 = termsOf(route);
    checkSigning(adapter, {
      provider: provider4,
      transaction: terms2.transaction,
      srcToken,
      dstToken,
      srcAmount,
      refundAddress,
      ...parties,
      fees: {
        declared: terms2.protocolFee + terms2.providerFee,
        quoted: quoted2.protocolFee + quoted2.providerFee
      },
      minimum: { claimed: terms2.dstMinAmount, accepted: quoted2.dstMinAmount }
    });
  });
}
var init_evmVerdict = __esm({
  "test/campaign/02-mutations/evmVerdict.ts"() {
    "use strict";
    init_route();
    init_signingChecks();
    init_wireAnswer();
    init_route2();
  }
});

// src/http/json.ts
function findJsonFault(root, limits2 = jsonLimits) {
  let level = [root];
  let seen = 0;
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > limits2.depth) return `is nested deeper than ${limits2.depth} levels`;
    const next = [];
    for (const value of level) {
      if (++seen > limits2.values) return `has more than ${limits2.values} values`;
      if (typeof value === "string") {
        if (value.length > limits2.stringLength) return "contains an overlong text";
      } else if (Array.isArray(value)) {
        if (value.length > limits2.arrayLength) return "contains an overlong list";
        for (const item of value) next.push(item);
      } else if (typeof value === "object" && value !== null) {
        for (const [key, item] of Object.entries(value)) {
          if (polluting.has(key)) return `uses the forbidden key ${key}`;
          next.push(item);
        }
      }
    }
    level = next;
  }
  return null;
}
var jsonLimits, polluting;
var init_json2 = __esm({
  "src/http/json.ts"() {
    "use strict";
    jsonLimits = {
      depth: 100,
      values: 25e4,
      arrayLength: 5e4,
      stringLength: 15e5
    };
    polluting = /* @__PURE__ */ new Set(["__proto__", "constructor", "prototype"]);
  }
});

// test/campaign/02-mutations/strangers.ts
var strangers;
var init_strangers = __esm({
  "test/campaign/02-mutations/strangers.ts"() {
    "use strict";
    init_blockchainIds();
    init_depositSupport();
    strangers = [
      {
        form: /^0x[0-9a-fA-F]{40}$/,
        others: [
          evm("stranger"),
          evm("stranger").toLowerCase(),
          tokenOf2("ETH", "USDT").address,
          tokenOf2("ETH", "DAI").address,
          tokenOf2("ETH", "USDC").address,
          tokenOf2("POLYGON", "USDC").address,
          `0x${"0".repeat(40)}`,
          "0x000000000000000000000000000000000000dEaD",
          "0x0000000000000000000000000000000000000001"
        ]
      },
      { form: /^0x[0-9a-fA-F]{64}$/, others: [hash("stranger"), hash("swap"), `0x${"0".repeat(64)}`] },
      { form: /^[0-9a-fA-F]{64}$/, others: [plainHash("stranger"), plainHash("in"), "0".repeat(64)] },
      {
        form: /^bc1q/,
        others: [
          btc("stranger"),
          btc("receiver"),
          btc("deposit"),
          "1BitcoinEaterAddressDontSendf59kuE",
          btc("stranger", "tb"),
          "bc1qnonsense"
        ]
      },
      {
        form: /^[EU]Q[A-Za-z0-9_-]{46}$/,
        others: [
          ton("stranger"),
          ton("stranger", true),
          ton("mallory"),
          tokenOf2("TON", "USDT").address,
          tokenOf2("TON", "NOT").address
        ]
      },
      {
        form: /^-?[01]:[0-9a-f]{64}$/,
        others: [`0:${plainHash("stranger")}`, `-1:${plainHash("stranger")}`, `0:${"0".repeat(64)}`]
      },
      { form: /^T[1-9A-HJ-NP-Za-km-z]{33}$/, others: [tron("stranger")] },
      { form: /^r[1-9A-HJ-NP-Za-km-z]{24,34}$/, others: [xrp("stranger")] },
      { form: /^cosmos1/, others: [cosmos("stranger")] },
      {
        form: /^(?:btc|eth|usdc|usdt|xrp|ltc|dai|ton|trx|matic)$/,
        others: ["btc", "eth", "usdc", "usdt", "ltc", "bsc", "trx"]
      },
      {
        form: /^(?:BTC|ETH|USDC|USDT|XRP|LTC|DAI|TON|TRX|MATIC)$/,
        others: ["BTC", "ETH", "USDC", "USDT", "LTC", "BSC", "TRX"]
      },
      { form: /^[A-Z_]{3,20}$/, others: blockchainIds.slice(0, 20) },
      {
        form: /^\d{4}-\d\d-\d\dT/,
        others: [
          "1970-01-01T00:00:00.000Z",
          "2099-12-31T23:59:59Z",
          "+275760-09-13T00:00:00.000Z",
          "2026-11-20",
          "2026-02-31T00:00:00Z"
        ]
      }
    ];
  }
});

// test/campaign/02-mutations/mutate.ts
import { beginCell, Cell } from "@ton/core";
function mutated(body2, random) {
  if (random.below(60) === 0)
    return random.pick([null, [], {}, "", "text", 7, true, [body2], { data: body2 }]);
  let copy = structuredClone(body2);
  for (let left = 1 + random.below(random.below(4) === 0 ? 3 : 1); left > 0; left -= 1) {
    copy = changedOnce(copy, random);
  }
  return copy;
}
function replacedEverywhere(bodies, random) {
  const leaves = bodies.flatMap((body2) => leavesOf2(body2)).filter(({ value }) => value !== null);
  const { value: from } = random.pick(leaves);
  const to = random.pick([sameShape, otherOf])(from, random);
  const swap = (value) => {
    if (Array.isArray(value)) return value.map(swap);
    if (typeof value === "object" && value !== null) {
      return Object.fromEntries(Object.entries(value).map(([key, one2]) => [key, swap(one2)]));
    }
    return isSame4(value, from) ? to : value;
  };
  return bodies.map(swap);
}
function isSame4(a, b) {
  return a === b || typeof a === "string" && typeof b === "string" && a.toLowerCase() === b.toLowerCase();
}
function otherOf(value, random) {
  return typeof value === "number" ? value * random.pick([0.3, 3, 1.01]) : otherDigit(String(value), random);
}
function changedOnce(copy, random) {
  if (typeof copy !== "object" || copy === null) return random.pick(changes)(copy, random, copy);
  const structural = random.below(4) === 0;
  if (structural) return restructured(copy, random);
  const leaves = leavesOf2(copy);
  if (leaves.length === 0) return restructured(copy, random);
  const { way, value } = random.pick(leaves);
  return put2(copy, way, random.pick(changes)(value, random, copy));
}
function restructured(copy, random) {
  const ways = containersOf(copy);
  const way = random.pick(ways);
  const place = at2(copy, way);
  const keys = Object.keys(place);
  const key = keys.length === 0 ? "more" : random.pick(keys);
  const isList = Array.isArray(place);
  switch (random.below(8)) {
    case 0:
      if (isList) place.splice(Number(key) || 0, 1);
      else delete place[key];
      return copy;
    case 1:
      if (isList) place.push(structuredClone(place[Number(key) || 0] ?? null));
      else place[`${key}_`] = structuredClone(place[key] ?? null);
      return copy;
    case 2: {
      const other = keys.length === 0 ? "more" : random.pick(keys);
      const kept2 = place[key];
      place[key] = place[other];
      place[other] = kept2;
      return copy;
    }
    case 3:
      if (isList) place.length = 0;
      else place[key] = {};
      return copy;
    case 4:
      if (isList)
        for (let left = 300; left > 0; left -= 1) place.push(structuredClone(place[0] ?? null));
      else for (let left = 300; left > 0; left -= 1) place[`more${left}`] = left;
      return copy;
    case 5: {
      let deep2 = place[key] ?? null;
      for (let left = 60; left > 0; left -= 1)
        deep2 = random.below(2) === 0 ? [deep2] : { [key]: deep2 };
      place[key] = deep2;
      return copy;
    }
    case 6: {
      const leaves = leavesOf2(copy);
      if (leaves.length < 2) return copy;
      const [one2, two] = [random.pick(leaves), random.pick(leaves)];
      return put2(put2(copy, one2.way, two.value), two.way, one2.value);
    }
    default:
      place[random.pick(["__proto__x", "status", "error", "message", "id", "address", "amount"])] = random.pick(oddTexts);
      return copy;
  }
}
function leavesOf2(value, way = []) {
  if (typeof value !== "object" || value === null) return [{ way, value }];
  return Object.keys(value).flatMap((key) => leavesOf2(value[key], [...way, key]));
}
function containersOf(value, way = []) {
  if (typeof value !== "object" || value === null) return [];
  return [way, ...Object.keys(value).flatMap((key) => containersOf(value[key], [...way, key]))];
}
function at2(value, way) {
  return way.reduce((place, key) => place?.[key], value);
}
function put2(copy, way, value) {
  const last = way.at(-1);
  if (last === void 0) return value;
  const place = at2(copy, way.slice(0, -1));
  if (typeof place === "object" && place !== null) place[last] = value;
  return copy;
}
function otherDigit(text4, random) {
  const places = [...text4.matchAll(/[0-9a-f]/gi)].map(({ index }) => index);
  if (places.length === 0) return `${text4}1`;
  const place = random.pick(places);
  const old = text4[place] ?? "0";
  const digit = /\d/.test(old) ? String((Number(old) + 1 + random.below(9)) % 10) : random.pick(["a", "b", "c", "d", "e", "f"]);
  return text4.slice(0, place) + digit + text4.slice(place + 1);
}
function scaled(text4, random) {
  const value = BigInt(text4.slice(0, 90));
  const [up, down] = random.pick([
    [3n, 10n],
    [3n, 1n],
    [10n, 1n],
    [1n, 10n],
    [99n, 100n],
    [101n, 100n]
  ]);
  return String(value * up / down + BigInt(random.below(3)) - 1n);
}
function recoded(text4, random) {
  return random.pick([
    (one2) => one2.toUpperCase(),
    (one2) => one2.toLowerCase(),
    (one2) => one2.replace(/^0x/i, ""),
    (one2) => `0x${one2}`,
    (one2) => encodeURIComponent(one2),
    (one2) => Buffer.from(one2).toString("hex"),
    (one2) => Buffer.from(one2).toString("base64"),
    (one2) => Buffer.from(one2, "base64").toString("hex"),
    (one2) => one2.replaceAll("+", "-").replaceAll("/", "_"),
    (one2) => [...one2].toReversed().join(""),
    (one2) => ` ${one2}
`,
    (one2) => one2.normalize("NFD").replaceAll("a", "\u0430")
  ])(text4);
}
function sameShape(value, random) {
  if (typeof value === "boolean") return !value;
  if (typeof value === "number") return Number(otherDigit(String(value), random));
  if (typeof value !== "string") return value;
  const found = strangers.find(({ form }) => form.test(value));
  return found === void 0 ? otherDigit(value, random) : random.pick(found.others);
}
function isBag(text4) {
  return text4.length > 20 && text4.startsWith("te6cc");
}
function bentBag(text4, random) {
  let cell;
  try {
    cell = Cell.fromBase64(text4);
  } catch {
    return otherDigit(text4, random);
  }
  const count = (one2) => 1 + one2.refs.reduce((sum, ref) => sum + count(ref), 0);
  let left = random.below(count(cell));
  const walk = (one2) => {
    const isIt = left === 0;
    left -= 1;
    const refs = one2.refs.map(walk);
    const flip = isIt && one2.bits.length > 0 ? random.below(one2.bits.length) : -1;
    const cut3 = isIt && random.below(8) === 0 ? random.below(one2.bits.length + 1) : one2.bits.length;
    const builder = beginCell();
    for (let bit = 0; bit < cut3; bit += 1) builder.storeBit(one2.bits.at(bit) !== (bit === flip));
    const kept2 = isIt && random.below(10) === 0 ? refs.slice(1) : refs;
    for (const ref of kept2) builder.storeRef(ref);
    return builder.endCell();
  };
  return walk(cell).toBoc().toString("base64");
}
function isCallData(text4) {
  return /^0x[0-9a-f]{72,}$/i.test(text4);
}
function bentWords(text4, random) {
  const start = (text4.length - 2) % 64 === 8 ? 10 : 2;
  const words = Math.floor((text4.length - start) / 64);
  const place = start + 64 * random.below(Math.max(1, words));
  const other = random.pick([
    "0".repeat(64),
    "f".repeat(64),
    otherDigit(text4.slice(place, place + 64), random),
    text4.slice(start + 64 * random.below(Math.max(1, words))).slice(0, 64),
    `${"0".repeat(24)}b063b120e898232aaa43428fbece4343525ae918`
  ]);
  const rest = text4.slice(place + 64);
  return random.below(12) === 0 ? text4.slice(0, place) + rest : text4.slice(0, place) + other + rest;
}
var oddNumbers, oddTexts, changes;
var init_mutate = __esm({
  "test/campaign/02-mutations/mutate.ts"() {
    "use strict";
    init_strangers();
    oddNumbers = [
      "0",
      "-1",
      "1e400",
      "1e18",
      "1E-7",
      "0x10",
      "0b1",
      "007",
      "1.5",
      ".5",
      "5.",
      "1_000",
      "1,000",
      "+1",
      " 1",
      "1 ",
      "\uFF11\uFF12",
      "NaN",
      "Infinity",
      "9".repeat(80),
      `0.${"0".repeat(60)}1`,
      String(2n ** 256n),
      String(2n ** 256n - 1n),
      String(-(2n ** 255n)),
      0,
      -0,
      -1,
      0.1,
      1e21,
      1e300,
      5e-324,
      Number.MAX_SAFE_INTEGER,
      Number.MAX_SAFE_INTEGER + 2
    ];
    oddTexts = [
      "",
      " ",
      "\x1B[2J\x1B]0;owned\x07pay mallory",
      "\u202Emoc.live",
      "a\0b",
      "\r\nSet-Cookie: x",
      "\uD800",
      "\u200B\u200D",
      "%2e%2e/%00",
      "../../etc",
      '{"a":1}',
      "<script>",
      "${jndi:x}",
      "https://evil.test/?q=1",
      "A".repeat(2e4),
      "constructor",
      "null",
      "undefined",
      "true"
    ];
    changes = [
      // Another type.
      (value, random) => random.pick([null, true, false, [], {}, [value], { value }, ""]),
      (value) => typeof value === "number" ? String(value) : Number(value),
      // Another number, text, or encoding.
      (_value, random) => random.pick(oddNumbers),
      (_value, random) => random.pick(oddTexts),
      (value, random) => otherDigit(String(value), random),
      (value, random) => typeof value === "number" ? value * random.pick([-1, 0.3, 3, 10, 1e6]) : recoded(String(value), random),
      (value, random) => typeof value === "string" && /^\d+$/.test(value) ? scaled(value, random) : otherDigit(String(value), random),
      (value, random) => String(value).slice(0, random.below(String(value).length + 1)),
      (value, random) => String(value) + String(value).slice(random.below(String(value).length + 1)),
      // Another one of the same shape.
      (value, random) => sameShape(value, random),
      (value, random) => sameShape(value, random),
      (_value, random, whole) => random.pick(leavesOf2(whole)).value,
      (value, random) => typeof value === "string" && isBag(value) ? bentBag(value, random) : sameShape(value, random),
      (value, random) => typeof value === "string" && isCallData(value) ? bentWords(value, random) : sameShape(value, random)
    ];
  }
});

// test/campaign/02-mutations/story.ts
async function playBent(story, random) {
  const told3 = bend(story.answers, random);
  const startedAtMs = performance.now();
  const verdict2 = await judge(() => story.play(told3));
  const took = performance.now() - startedAtMs;
  return took > hangMs ? { kind: "hang", what: `${Math.round(took)} ms` } : verdict2;
}
async function playHonest(story) {
  return judge(() => story.play({ answers: story.answers, bent: "all" }));
}
async function judge(play2) {
  let said;
  let verdict2 = { kind: "accepted", what: "" };
  try {
    said = await play2();
  } catch (thrown) {
    if (thrown instanceof Unsafe) return { kind: "unsafe", what: thrown.message };
    if (!(thrown instanceof SwaprouteError)) return { kind: "crash", what: told2(thrown) };
    if (thrown.code === "INTERNAL") return { kind: "crash", what: thrown.message };
    said = [thrown.message, thrown.hint, thrown.context];
    verdict2 = { kind: "refused", what: `${thrown.code} ${thrown.message}` };
  }
  const bad2 = textsOf(said).find((text4) => unprintable3.test(text4) || text4.length > 1e3);
  return bad2 === void 0 ? verdict2 : { kind: "control", what: JSON.stringify(bad2.slice(0, 100)) };
}
function told2(thrown) {
  return thrown instanceof Error ? (thrown.stack ?? thrown.message).split("\n").slice(0, 3).join(" ") : String(thrown);
}
function bend(answers, random) {
  if (random.below(5) === 0) {
    const bodies = replacedEverywhere(
      answers.map(({ body: body2 }) => body2),
      random
    );
    return {
      bent: "all",
      answers: answers.map(({ status }, index) => ({ status, body: overTheWire(bodies[index]) }))
    };
  }
  const bent2 = random.below(answers.length);
  return {
    bent: bent2,
    answers: answers.map((answer, index) => {
      if (index !== bent2) return answer;
      const status = random.below(12) === 0 ? random.pick([200, 201, 204, 400, 401, 403, 404, 409, 422, 429, 500, 503]) : answer.status;
      return { status, body: overTheWire(mutated(answer.body, random)) };
    })
  };
}
function overTheWire(body2) {
  const text4 = JSON.stringify(body2) ?? "null";
  const parsed = JSON.parse(text4);
  return findJsonFault(parsed) === null ? parsed : refusedByClient;
}
function bodyOf({ body: body2 }) {
  if (body2 === refusedByClient) {
    throw new SwaprouteError("UPSTREAM_FAILED", "The answer is out of bounds.", {
      context: { fault: "malformed" }
    });
  }
  return structuredClone(body2);
}
var Unsafe, hangMs, refusedByClient;
var init_story = __esm({
  "test/campaign/02-mutations/story.ts"() {
    "use strict";
    init_errors();
    init_json2();
    init_depositHostile();
    init_mutate();
    Unsafe = class extends Error {
    };
    hangMs = 2e3;
    refusedByClient = /* @__PURE__ */ Symbol("refused by the client");
  }
});

// test/campaign/02-mutations/across.ts
import { decodeFunctionData as decodeFunctionData3 } from "viem";
async function acrossSubject() {
  const asked = request2();
  const quoteAnswers = answersOf("filled", (key) => key.startsWith("/swap/"));
  const quote = await quoteFrom(asked, contextOf(quoteAnswers.keys, quoteAnswers.answers));
  const stories = [
    {
      name: "quote",
      weight: 2,
      answers: quoteAnswers.answers,
      play: async ({ answers }) => {
        const one2 = await quoteFrom(asked, contextOf(quoteAnswers.keys, answers));
        if (one2.dstMinAmount <= 0n || one2.dstMinAmount > one2.dstAmount)
          throw new Unsafe(`at least ${one2.dstMinAmount} of ${one2.dstAmount}`);
        return { ...one2, providerState: null };
      }
    },
    {
      name: "build",
      weight: 5,
      answers: quoteAnswers.answers,
      play: async ({ answers }) => {
        const built = await provider2.build(quote, contextOf(quoteAnswers.keys, answers));
        const rule = evmVerdict(provider2, quote, built, {
          payer: alice2,
          receiver: bob2,
          dstChainId: chainIds["ARBITRUM"] ?? 0
        });
        if (rule !== "ok") return { refusedBy: rule };
        checkDeposit(built.transaction.kind === "evm" ? built.transaction : null, asked, quote);
        if (built.dstMinAmount < quote.dstMinAmount)
          throw new Unsafe(`promises ${built.dstMinAmount}`);
        return built.uniqueInfo;
      }
    },
    statusStory("filled", "SUCCESS"),
    statusStory("refunded", "REVERTED"),
    statusStory("slow", null),
    statusStory("wrapped", "SUCCESS")
  ];
  return { name: "across", stories };
}
function statusStory(name2, end) {
  const { hash: hash3 } = load(name2);
  const { keys, answers: honest2 } = answersOf(name2, (key) => !key.startsWith("/swap/"));
  let expected = null;
  const ask = (answers) => provider2.status("across", refOf2(hash3), contextOf(keys, answers));
  return {
    name: `status ${name2}`,
    weight: 1,
    answers: honest2,
    play: async ({ answers, bent: bent2 }) => {
      expected ??= await ask(honest2);
      const told3 = expected;
      const status = await ask(answers);
      const isEnd = status.status === "SUCCESS" || status.status === "REVERTED";
      if (status.status === "FAIL" && isIndex(keys, bent2))
        throw new Unsafe("FAIL by the word of the index");
      if (!isEnd) return status;
      if (status.status !== end) throw new Unsafe(status.status);
      if (!isIndex(keys, bent2)) return status;
      if (status.destinationTxHash?.toLowerCase() !== told3.destinationTxHash?.toLowerCase() || status.receivedAmount !== told3.receivedAmount)
        throw new Unsafe(`${status.status} by ${status.destinationTxHash}`);
      return status;
    }
  };
}
function isIndex(keys, bent2) {
  return bent2 !== "all" && keys[bent2]?.startsWith("/") === true;
}
function checkDeposit(transaction2, { srcToken, dstToken, srcAmount }, quote) {
  if (transaction2 === null) throw new Unsafe("no transaction");
  const { to, data, value, approvalAddress } = transaction2;
  if (to.toLowerCase() !== pool.toLowerCase() || approvalAddress?.toLowerCase() !== pool.toLowerCase())
    throw new Unsafe(`calls ${to}, approves ${approvalAddress}`);
  if (value !== 0n) throw new Unsafe(`sends ${value}`);
  const { functionName, args = [] } = decodeFunctionData3({ abi: poolAbi, data });
  const [depositor, recipient, input, output, amount, minimum2, chainId2, , , , , message] = args;
  const terms2 = [
    functionName === "deposit" || functionName === "depositV3",
    same(depositor, alice2),
    same(recipient, bob2),
    same(input, srcToken.address),
    same(output, dstToken.address),
    amount === srcAmount,
    typeof minimum2 === "bigint" && minimum2 >= quote.dstMinAmount,
    chainId2 === BigInt(chainIds["ARBITRUM"] ?? 0),
    message === "0x"
  ];
  const broken = terms2.indexOf(false);
  if (broken >= 0)
    throw new Unsafe(`term ${broken} of ${functionName}(${args.join(", ").slice(0, 300)})`);
}
function same(value, address2) {
  const text4 = String(value).toLowerCase();
  return text4 === address2.toLowerCase() || text4 === word(address2).toLowerCase();
}
function answersOf(name2, wanted2) {
  const recorded = Object.entries(load(name2).recorded).filter(([key]) => wanted2(key));
  return { keys: recorded.map(([key]) => key), answers: recorded.map(([, answer]) => answer) };
}
async function quoteFrom(asked, context) {
  const { quotes } = await provider2.quote(asked, /* @__PURE__ */ new Set(["across"]), context);
  const [quote] = quotes;
  if (quote === void 0) throw new Error("no quote");
  return quote;
}
function contextOf(keys, answers) {
  const http = {
    send: async ({ url, body: body2 }) => {
      const isNode = url.startsWith(nodeUrl);
      const { method, params, id: id2 } = body2 ?? {};
      const key = isNode ? JSON.stringify([method, params]) : url.slice(baseUrl2.length);
      const found = answers[keys.indexOf(key)];
      if (found !== void 0)
        return { status: found.status, retryAfterSeconds: null, body: bodyOf(found) };
      const none = isNode ? { jsonrpc: "2.0", id: id2, result: null } : { message: "not found" };
      return { status: isNode ? 200 : 404, retryAfterSeconds: null, body: none };
    },
    close: async () => {
    }
  };
  return {
    http,
    rpc: createRpcClient({
      http,
      sleep: async () => {
      },
      endpoints: Object.fromEntries(["ETH", "ARBITRUM"].map((id2) => [id2, [nodeUrl + id2]]))
    }),
    ton: noTon,
    chainId: (blockchain) => chainIds[blockchain] ?? null,
    now: () => 0,
    signal: new AbortController().signal
  };
}
var provider2, nodeUrl, chainIds;
var init_across2 = __esm({
  "test/campaign/02-mutations/across.ts"() {
    "use strict";
    init_rpc();
    init_across();
    init_calls3();
    init_support();
    init_noTon();
    init_evmVerdict();
    init_story();
    provider2 = createAcrossProvider({ baseUrl: baseUrl2, integratorId: "0x00aa" });
    nodeUrl = "https://node.test/";
    chainIds = { ETH: 13370001, ARBITRUM: 13370003 };
  }
});

// test/campaign/11-status/acrossLies.ts
function acrossLiar() {
  const ask = (name2, { index = {}, source, second, ref } = {}) => {
    const { hash: hash3 } = load(name2);
    const { keys, answers } = answersOf(name2, (key) => !key.startsWith("/swap/"));
    const bent2 = answers.flatMap((answer, at4) => {
      const key = keys[at4] ?? "";
      const body2 = structuredClone(answer.body);
      if (key.startsWith("/deposit/")) {
        const status = typeof index === "number" ? index : answer.status;
        return [
          [
            key,
            { status, body: typeof index === "number" ? { message: "no" } : { ...body2, ...index } }
          ]
        ];
      }
      const change = !key.includes("Receipt") ? void 0 : key.includes(hash3) ? source : second;
      if (change === "missing") return [];
      change?.(body2.result);
      return [[key, { status: answer.status, body: body2 }]];
    });
    const context = contextOf(
      bent2.map(([key]) => key),
      bent2.map(([, answer]) => answer)
    );
    return provider2.status("across", refOf2(hash3, ref), context);
  };
  const lie = (what, name2, bend2) => ({
    name: what,
    ask: () => ask(name2, bend2)
  });
  const other = load("wrapped");
  const fillOf = (name2) => answersOf(name2, (key) => key.startsWith("/deposit/")).answers[0]?.body.fillTxnRef;
  const fillLog = (receipt, bend2) => {
    for (const log of receipt.logs) if (log.topics.length === 4) log.data = bend2(log.data);
  };
  const word2 = (data, at4, value) => data.slice(0, 2 + 64 * at4) + value.padStart(64, "0") + data.slice(2 + 64 * (at4 + 1));
  const filled = { status: "filled", fillTxnRef: stranger, fillTx: stranger };
  const lies = [
    ...["FILLED", "done", "success", "failed", "FAILED", "cancelled", "", "\x1B[2Jfilled"].map(
      (said) => lie(`the word "${said}"`, "stalled", { index: { status: said } })
    ),
    lie("filled, without a hash", "filled", { index: { fillTxnRef: null, fillTx: null } }),
    lie("filled by a text", "filled", { index: { fillTxnRef: "soon", fillTx: "soon" } }),
    lie("filled by nothing of the chain", "stalled", { index: filled }),
    lie("filled by the fill of another swap", "stalled", {
      index: { status: "filled", fillTxnRef: fillOf("filled"), fillTx: fillOf("filled") }
    }),
    lie("filled by the deposit itself", "stalled", {
      index: { status: "filled", fillTxnRef: load("stalled").hash, fillTx: load("stalled").hash }
    }),
    lie("filled by another deposit", "stalled", {
      index: { status: "filled", fillTxnRef: other.hash, fillTx: other.hash }
    }),
    lie("filled, and the chain has no such transaction", "filled", { second: "missing" }),
    lie("filled by a transaction that failed", "filled", {
      second: (receipt) => receipt.status = "0x0"
    }),
    lie("filled without an event", "filled", { second: (receipt) => receipt.logs = [] }),
    lie("filled by another contract", "filled", {
      second: (receipt) => {
        for (const log of receipt.logs) log.address = "0xb063b120e898232aaa43428fbece4343525ae918";
      }
    }),
    lie("a fill of another token", "filled", {
      second: (receipt) => fillLog(receipt, (data) => word2(data, 1, "ab".repeat(20)))
    }),
    lie("a fill of a third", "filled", {
      second: (receipt) => fillLog(receipt, (data) => word2(data, 3, "1"))
    }),
    lie("a fill for somebody else", "filled", {
      second: (receipt) => fillLog(receipt, (data) => word2(data, 9, "b063b120e898232aaa43428fbece4343525ae918"))
    }),
    lie("a fill of another number", "filled", {
      second: (receipt) => {
        for (const log of receipt.logs)
          if (log.topics.length === 4) log.topics[2] = `0x${"7".padStart(64, "0")}`;
      }
    }),
    lie("a fill from another chain", "filled", {
      second: (receipt) => {
        for (const log of receipt.logs)
          if (log.topics.length === 4) log.topics[1] = `0x${"1".padStart(64, "0")}`;
      }
    }),
    lie("refunded, without a hash", "refunded", {
      index: { depositRefundTxnRef: null, depositRefundTxHash: null }
    }),
    lie("refunded by nothing of the chain", "refunded", {
      index: { depositRefundTxnRef: stranger, depositRefundTxHash: stranger }
    }),
    lie("refunded by the deposit itself", "stalled", {
      index: {
        status: "refunded",
        depositRefundTxnRef: load("stalled").hash,
        depositRefundTxHash: load("stalled").hash
      }
    }),
    lie("refunded by a transaction that failed", "refunded", {
      second: (receipt) => receipt.status = "0x0"
    }),
    lie("refunded to a stranger", "refunded", {
      second: (receipt) => {
        for (const log of receipt.logs)
          if (log.topics.length === 3)
            log.topics[2] = `0x${"b063b120e898232aaa43428fbece4343525ae918".padStart(64, "0")}`;
      }
    }),
    lie("refunded in part", "refunded", {
      second: (receipt) => {
        for (const log of receipt.logs)
          if (log.topics.length === 3) log.data = `0x${"1".padStart(64, "0")}`;
      }
    }),
    lie("refunded by somebody else", "refunded", {
      second: (receipt) => {
        for (const log of receipt.logs)
          if (log.topics.length === 3) log.topics[1] = `0x${"ab".repeat(20).padStart(64, "0")}`;
      }
    }),
    lie("refunded before it was paid", "refunded", {
      second: (receipt) => receipt.blockNumber = "0x1"
    }),
    lie("expired before our payment is in a block", "stalled", {
      index: { status: "expired" },
      source: "missing"
    }),
    lie("filled before our payment is in a block", "filled", { source: "missing" }),
    lie("a payment that is no deposit", "filled", { source: (receipt) => receipt.logs = [] }),
    lie("the index knows nothing", "stalled", { index: 404 }),
    lie("the index fails", "filled", { index: 500 }),
    lie("the index is asked too often", "filled", { index: 429 }),
    lie("an empty answer", "filled", { index: { status: void 0 } }),
    lie("a number for a word", "filled", { index: { status: 7 } }),
    lie("slow filling for ever", "stalled", { index: { status: "slowFillRequested" } }),
    lie("no hash", "filled", { ref: { srcTxHash: null } })
  ];
  const truths = [
    { name: "filled", word: "SUCCESS", ask: () => ask("filled") },
    { name: "filled with a message", word: "SUCCESS", ask: () => ask("wrapped") },
    { name: "refunded", word: "REVERTED", ask: () => ask("refunded") },
    {
      name: "the payment failed",
      word: "FAIL",
      ask: () => ask("filled", { source: (receipt) => receipt.status = "0x0" })
    },
    { name: "slow", word: "LONG_PENDING", ask: () => ask("slow") },
    { name: "stalled", word: "PENDING", ask: () => ask("stalled") }
  ];
  return { name: "across", lies, truths };
}
var stranger;
var init_acrossLies = __esm({
  "test/campaign/11-status/acrossLies.ts"() {
    "use strict";
    init_support();
    init_across2();
    stranger = `0x${"cd".repeat(32)}`;
  }
});

// test/providers/minedCall.ts
async function minedCall(it, baseUrl4 = serviceUrl) {
  const { request: request3 } = it;
  const { srcToken, dstToken, srcAmount, fromAddress, receiver: receiver2 } = request3;
  const provider4 = it.create(baseUrl4);
  const [id2] = provider4.ids;
  if (id2 === void 0) throw new Error("no identifier");
  const tape = play(baseUrl4, it.honest);
  const quote = await quoteOf(provider4, request3, tape.context);
  const built = await provider4.build(quote, tape.context);
  if (built.transaction.kind !== "evm") throw new Error("no transaction");
  const transaction2 = built.transaction;
  const { to, data, value } = transaction2;
  const accepted = {
    payer: fromAddress,
    receiver: receiver2,
    srcAmount,
    minimum: quote.dstMinAmount,
    value
  };
  const topic = (address2) => `0x${address2.slice(2).toLowerCase().padStart(64, "0")}`;
  const came = {
    address: dstToken.address.toLowerCase(),
    topics: [transfer, topic(to), topic(receiver2)],
    data: `0x${built.dstAmount.toString(16).padStart(64, "0")}`
  };
  const sent = {
    hash: hashes.paid,
    from: fromAddress,
    to,
    input: data,
    value: `0x${value.toString(16)}`
  };
  const receipt = receiptOf(hashes.paid, {
    from: fromAddress,
    to,
    logs: dstToken.native ? [] : [came]
  });
  const ref = refOf(quote, built, { srcTxHash: hashes.paid });
  const shownBy = ({ payout: payout3 = {}, refund: refund2 = {}, paid = {} }) => {
    const paidOut2 = { token: dstToken, to: receiver2, amount: built.dstAmount, hash: hashes.payout };
    const back = { token: srcToken, to: fromAddress, amount: srcAmount, hash: hashes.refund };
    const { status = "0x1", ...other } = paid ?? {};
    const mined = status === null ? null : { ...receipt, ...other, status };
    return {
      ...payout3 === "missing" ? {} : evmPayment({ ...paidOut2, ...payout3 }),
      ...refund2 === "missing" ? {} : evmPayment({ ...back, ...refund2 }),
      [rpcKey(srcToken.blockchain, "eth_getTransactionReceipt", [hashes.paid])]: paid === null ? null : mined,
      [rpcKey(srcToken.blockchain, "eth_getTransactionByHash", [hashes.paid])]: paid === null ? null : { ...sent, ...other }
    };
  };
  const follow = (http, change = {}, more = {}) => {
    const shown3 = shownBy(change);
    const { context } = play(serviceUrl, []);
    const rpc = {
      has: () => change.blind !== true,
      call: async (chain, method, params) => shown3[rpcKey(chain, method, params)] ?? null,
      batch: async (chain, calls) => calls.map(({ method, params }) => {
        return { ok: true, result: shown3[rpcKey(chain, method, params)] ?? null };
      })
    };
    const atMs = context.now() + 6e4;
    return provider4.status(id2, { ...ref, ...more }, { ...context, http, rpc, now: () => atMs });
  };
  return {
    provider: provider4,
    quote,
    built,
    accepted,
    hashes,
    transaction: transaction2,
    receipt,
    sent,
    follow,
    ask: (batch, more = {}) => {
      const { context } = play(serviceUrl, [], { nodes: [srcToken.blockchain] });
      return provider4.status(
        id2,
        { ...ref, ...more },
        { ...context, rpc: { ...context.rpc, batch } }
      );
    }
  };
}
var hashes, transfer;
var init_minedCall = __esm({
  "test/providers/minedCall.ts"() {
    "use strict";
    init_callCase();
    init_depositSupport();
    hashes = { paid: hash("payment"), payout: hash("payout"), refund: hash("refund") };
    transfer = "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef";
  }
});

// src/providers/onchain/state.ts
function writeState(state) {
  const { row } = state;
  switch (state.family) {
    case "uniswap-v2":
      return {
        family: state.family,
        router: state.row.router,
        variant: state.row.variant,
        direction: state.direction,
        nativeWord: state.nativeWord,
        path: [...state.tokens],
        flags: [...state.flags]
      };
    case "uniswap-v3":
      return {
        family: state.family,
        router: state.row.router,
        routerKind: state.routerKind,
        direction: state.direction,
        path: [...state.tokens],
        fees: [...state.tiers]
      };
    case "wrapped":
      return { family: state.family, token: row.wrapped, direction: state.direction };
  }
}
function readState(quote) {
  const state = quote.providerState;
  const rows2 = chainRows(quote.request.srcToken.blockchain)?.rows ?? [];
  if (typeof state !== "object" || state === null || Array.isArray(state)) throw mismatch(quote);
  const { family: family2, router: router4, direction } = state;
  for (const row of rows2) {
    if (row.id !== quote.provider || row.family !== family2) continue;
    if (row.family === "wrapped") {
      if (direction === "wrap" || direction === "unwrap") {
        return { family: row.family, row, direction };
      }
      continue;
    }
    const tokens3 = readTokens(state["path"]);
    if (typeof router4 !== "string" || !isSameAddress(router4, row.router)) continue;
    if (!isDirection(direction) || tokens3 === null) continue;
    if (row.family === "uniswap-v2") {
      const flags = readNumbers(state["flags"]);
      const hopFlags = row.variant === "stableFlags" ? tokens3.length - 1 : 0;
      const nativeWord = nativeWords.find((word2) => word2 === state["nativeWord"]) ?? null;
      if (flags?.length !== hopFlags) continue;
      if (nativeWord === null && direction !== "tokens") continue;
      return { family: row.family, row, direction, nativeWord, tokens: tokens3, flags };
    }
    const tiers = readNumbers(state["fees"]);
    const routerKind = readRouterKind(row, state["routerKind"]);
    if (tiers?.length !== tokens3.length - 1 || routerKind === null) continue;
    return { family: row.family, row, direction, routerKind, tokens: tokens3, tiers };
  }
  throw mismatch(quote);
}
function readRouterKind(row, kind) {
  if (row.routerKind !== "unconfirmed") return row.routerKind === kind ? row.routerKind : null;
  return kind === "router01" || kind === "router02" ? kind : null;
}
function readTokens(path) {
  if (!Array.isArray(path) || path.length < 2 || path.length > 3) return null;
  const tokens3 = path.filter((item) => typeof item === "string").filter(isEvmAddress);
  return tokens3.length === path.length ? tokens3 : null;
}
function readNumbers(list) {
  if (!Array.isArray(list)) return null;
  const numbers = list.filter((item) => typeof item === "number").filter(isUint24);
  return numbers.length === list.length ? numbers : null;
}
function isUint24(value) {
  return Number.isInteger(value) && value >= 0 && value < 2 ** 24;
}
function isDirection(word2) {
  return word2 === "tokens" || word2 === "nativeIn" || word2 === "nativeOut";
}
function mismatch(quote) {
  return new SwaprouteError(
    "QUOTE_MISMATCH",
    `The quote of ${quote.provider} does not match any contract in the registry.`,
    { hint: "Ask for a new quote." }
  );
}
var init_state2 = __esm({
  "src/providers/onchain/state.ts"() {
    "use strict";
    init_hex();
    init_errors();
    init_addresses2();
    init_rows();
  }
});

// src/providers/onchain/abi.ts
function encodeAddresses(addresses) {
  return encodeUint(addresses.length) + addresses.map(encodeAddress).join("");
}
function encodeUints(values) {
  return encodeUint(values.length) + values.map(encodeUint).join("");
}
function encodeOffset(words) {
  return encodeUint(words * wordBytes2);
}
function encodePath(tokens3, tiers) {
  let packed = "";
  for (let index = 0; index < tokens3.length; index += 1) {
    packed += tokens3[index]?.slice(2).toLowerCase() ?? "";
    const tier = tiers[index];
    if (tier !== void 0) packed += tier.toString(16).padStart(6, "0");
  }
  const size = packed.length / 2;
  const padded2 = Math.ceil(size / wordBytes2) * wordBytes2;
  return encodeUint(size) + packed + "0".repeat((padded2 - size) * 2);
}
var init_abi = __esm({
  "src/providers/onchain/abi.ts"() {
    "use strict";
    init_hex();
  }
});

// src/providers/onchain/selectors.ts
var v2Quote, tokensToTokens, v2Swaps, v2ReferrerSwaps, v2FlagSwaps, wrappedGetters, v3Quote, v3Swaps2, helpers, wrapping, getters;
var init_selectors = __esm({
  "src/providers/onchain/selectors.ts"() {
    "use strict";
    v2Quote = {
      plain: "0xd06ca61f",
      referrer: "0xd06ca61f",
      twamm: "0x704c32cf",
      stableFlags: "0x84e21aff"
    };
    tokensToTokens = "0x38ed1739";
    v2Swaps = {
      ETH: { tokens: tokensToTokens, nativeIn: "0x7ff36ab5", nativeOut: "0x18cbafe5" },
      AVAX: { tokens: tokensToTokens, nativeIn: "0xa2a1623d", nativeOut: "0x676528d1" },
      KLAY: { tokens: tokensToTokens, nativeIn: "0x3022d3a8", nativeOut: "0x6fe5f23f" },
      Metis: { tokens: tokensToTokens, nativeIn: "0xd5968e27", nativeOut: "0x0cd814f9" },
      SYS: { tokens: tokensToTokens, nativeIn: "0x1fef2389", nativeOut: "0xc78c12cf" },
      SEI: { tokens: tokensToTokens, nativeIn: "0x07a8399c", nativeOut: "0xdf0f02ef" }
    };
    v2ReferrerSwaps = {
      tokens: "0xac3893ba",
      nativeIn: "0xb4822be3",
      nativeOut: "0x52aa4c22"
    };
    v2FlagSwaps = {
      tokens: "0xc694d55d",
      nativeIn: "0x0bbaa8d2",
      nativeOut: "0xacc8723d"
    };
    wrappedGetters = {
      ETH: "0xad5c4648",
      AVAX: "0x73b295c2",
      KLAY: "0x249502d7",
      Metis: "0xbe159a6e",
      SYS: "0x08b0b435",
      SEI: "0x4dfa7a08"
    };
    v3Quote = {
      /** `quoteExactInputSingle((tokenIn, tokenOut, amountIn, fee, limit))`; Kyber's is the same. */
      single: "0xc6a5026a",
      /** The same with an `int24` tick spacing. */
      slipstreamSingle: "0x9e7defe6",
      path: "0xcdca1753"
    };
    v3Swaps2 = {
      router01: { single: "0x414bf389", path: "0xc04b8d59" },
      router02: { single: "0x04e45aaf", path: "0xb858183f" },
      slipstream: { single: "0xa026383e", path: "0xc04b8d59" },
      kyber: { single: "0xa8c9ed67", path: "0x5d946c25" }
    };
    helpers = {
      multicall: "0xac9650d8",
      multicallWithDeadline: "0x5ae401dc",
      unwrapWeth9: "0x49404b7c",
      unwrapWeth: "0xbac37ef7"
    };
    wrapping = { deposit: "0xd0e30db0", withdraw: "0x2e1a7d4d" };
    getters = {
      factory: "0xc45a0155",
      weth9: "0x4aa4a4fc",
      /** Only SwapRouter02 and its forks have it. */
      factoryV2: "0x68e0d4e1"
    };
  }
});

// src/providers/onchain/swapCalls.ts
function encodeSwap(state, terms2) {
  switch (state.family) {
    case "uniswap-v2":
      return encodeV2Swap(state, terms2);
    case "uniswap-v3":
      return encodeV3Swap(state, terms2);
    case "wrapped":
      return state.direction === "wrap" ? wrapping.deposit : encodeCall(wrapping.withdraw, encodeUint(terms2.amountIn));
  }
}
function encodeV2Swap({ row, direction, nativeWord, tokens: tokens3, flags }, terms2) {
  const selectors2 = row.variant === "referrer" ? v2ReferrerSwaps : row.variant === "stableFlags" ? v2FlagSwaps : v2Swaps[nativeWord ?? "ETH"];
  const path = encodeAddresses(tokens3);
  const amounts = [
    ...direction === "nativeIn" ? [] : [encodeUint(terms2.amountIn)],
    encodeUint(terms2.amountOutMin)
  ];
  const rest = [
    encodeAddress(terms2.recipient),
    ...row.variant === "referrer" ? [encodeAddress(zeroAddress)] : [],
    encodeUint(terms2.deadline)
  ];
  const isFlagged = row.variant === "stableFlags";
  const headWords = amounts.length + 1 + rest.length + (isFlagged ? 1 : 0);
  return encodeCall(
    selectors2[direction],
    ...amounts,
    encodeOffset(headWords),
    ...rest,
    ...isFlagged ? [encodeOffset(headWords + 1 + tokens3.length), path, encodeUints(flags)] : [path]
  );
}
function encodeV3Swap(state, terms2) {
  const { routerKind, direction } = state;
  const unwraps = direction === "nativeOut";
  const swap = encodeExactInput(state, {
    ...terms2,
    recipient: unwraps ? selfRecipient[routerKind] : terms2.recipient
  });
  const unwrap = encodeCall(
    routerKind === "kyber" ? helpers.unwrapWeth : helpers.unwrapWeth9,
    encodeUint(terms2.amountOutMin),
    encodeAddress(terms2.recipient)
  );
  const calls = unwraps ? [swap, unwrap] : [swap];
  if (routerKind === "router02") {
    return encodeCall(
      helpers.multicallWithDeadline,
      encodeUint(terms2.deadline),
      encodeOffset(2),
      encodeByteArrays(calls)
    );
  }
  if (!unwraps) return swap;
  return encodeCall(helpers.multicall, encodeOffset(1), encodeByteArrays(calls));
}
function encodeExactInput({ routerKind, tokens: tokens3, tiers }, terms2) {
  const selectors2 = v3Swaps2[routerKind];
  const recipient = encodeAddress(terms2.recipient);
  const deadline2 = routerKind === "router02" ? [] : [encodeUint(terms2.deadline)];
  const amounts = [encodeUint(terms2.amountIn), encodeUint(terms2.amountOutMin)];
  const [tokenIn, tokenOut] = tokens3;
  const [tier] = tiers;
  if (tokens3.length === 2 && tokenIn !== void 0 && tokenOut !== void 0 && tier !== void 0) {
    return encodeCall(
      selectors2.single,
      encodeAddress(tokenIn),
      encodeAddress(tokenOut),
      encodeUint(tier),
      recipient,
      ...deadline2,
      ...amounts,
      encodeUint(0)
    );
  }
  return encodeCall(
    selectors2.path,
    encodeOffset(1),
    encodeOffset(2 + deadline2.length + amounts.length),
    recipient,
    ...deadline2,
    ...amounts,
    encodePath(tokens3, tiers)
  );
}
function encodeByteArrays(items) {
  const tails = items.map(encodeBytes);
  let position = items.length * wordBytes2;
  const offsets = tails.map((tail) => {
    const offset = encodeUint(position);
    position += tail.length / 2;
    return offset;
  });
  return encodeUint(items.length) + offsets.join("") + tails.join("");
}
var selfRecipient;
var init_swapCalls = __esm({
  "src/providers/onchain/swapCalls.ts"() {
    "use strict";
    init_hex();
    init_token();
    init_abi();
    init_selectors();
    selfRecipient = {
      router01: zeroAddress,
      router02: "0x0000000000000000000000000000000000000002",
      slipstream: zeroAddress,
      kyber: zeroAddress
    };
  }
});

// src/providers/onchain/build.ts
function buildSwap(quote, nowMs2) {
  const { request: request3, dstAmount, dstMinAmount, fees, providerState } = quote;
  const state = readState(quote);
  checkPair(quote, state);
  const recipient = recipientOf(quote, state);
  const data = encodeSwap(state, {
    recipient,
    amountIn: request3.srcAmount,
    amountOutMin: dstMinAmount,
    deadline: BigInt(Math.floor(nowMs2 / 1e3) + deadlineSeconds)
  });
  const to = state.family === "wrapped" ? state.row.wrapped : state.row.router;
  return {
    transaction: {
      kind: "evm",
      to: toChecksumAddress(to),
      data,
      value: request3.srcToken.native ? request3.srcAmount : 0n,
      approvalAddress: quote.spender
    },
    dstAmount,
    dstMinAmount,
    fees,
    orderId: null,
    uniqueInfo: {},
    providerState
  };
}
function checkPair({ request: request3, provider: provider4, spender }, state) {
  const { srcToken, dstToken } = request3;
  const fits = state.family === "wrapped" ? isWrapPair(state.row, request3) && state.direction === "wrap" === srcToken.native : state.direction === directionOf(state.row, request3) && isSameAddress(state.tokens[0] ?? "", pooledAddress(srcToken, state.row)) && isSameAddress(state.tokens.at(-1) ?? "", pooledAddress(dstToken, state.row));
  const needsSpender = state.family !== "wrapped" && !srcToken.native;
  const spenderFits = state.family !== "wrapped" && needsSpender ? spender !== null && isSameAddress(spender, state.row.router) : spender === null;
  if (fits && spenderFits) return;
  throw new SwaprouteError(
    "QUOTE_MISMATCH",
    `The quote of ${provider4} is for different tokens than it states.`,
    { hint: "Ask for a new quote." }
  );
}
function recipientOf({ request: request3, provider: provider4 }, state) {
  const { receiver: receiver2, fromAddress } = request3;
  const recipient = receiver2 ?? fromAddress;
  if (recipient === null) {
    throw new SwaprouteError("MISSING_FIELD", "A receiver is required.", {
      hint: "Set the receiver or fromAddress.",
      context: { field: "receiver" }
    });
  }
  if (!isEvmAddress(recipient) || isReserved(recipient, state)) {
    throw new SwaprouteError("INVALID_ADDRESS", `${recipient} cannot receive this swap.`, {
      hint: "Use your own account on this chain.",
      context: { receiver: recipient }
    });
  }
  if (state.family !== "wrapped") return recipient;
  if (fromAddress === null) {
    throw new SwaprouteError(
      "MISSING_FIELD",
      `fromAddress is required: ${provider4} pays out to the caller.`,
      {
        hint: "Set fromAddress to the paying address.",
        context: { field: "fromAddress" }
      }
    );
  }
  if (isSameAddress(recipient, fromAddress)) return recipient;
  throw new SwaprouteError(
    "UNSUPPORTED_RECEIVER",
    `${provider4} pays out to the caller, not to ${recipient}.`,
    { hint: "Leave the receiver out, or choose another route." }
  );
}
function isReserved(address2, state) {
  const to = state.family === "wrapped" ? state.row.wrapped : state.row.router;
  return BigInt(address2) <= 2n || isSameAddress(address2, to);
}
var deadlineSeconds;
var init_build = __esm({
  "src/providers/onchain/build.ts"() {
    "use strict";
    init_checksum();
    init_hex();
    init_errors();
    init_addresses2();
    init_paths();
    init_state2();
    init_swapCalls();
    deadlineSeconds = 20 * 60;
  }
});

// src/providers/onchain/quoteCalls.ts
function quoteTarget(row) {
  return row.family === "uniswap-v2" ? row.router : row.quoter;
}
function encodeQuote({ row, tokens: tokens3, params }, amount) {
  return row.family === "uniswap-v2" ? encodeV2(row, tokens3, params, amount) : encodeV3(row, tokens3, params, amount);
}
function encodeV2(row, tokens3, flags, amount) {
  const path = encodeAddresses(tokens3);
  if (row.variant !== "stableFlags") {
    return v2Quote[row.variant] + amount + encodeOffset(2) + path;
  }
  const flagsAt = 3 + 1 + tokens3.length;
  return v2Quote.stableFlags + amount + encodeOffset(3) + encodeOffset(flagsAt) + path + encodeUints(flags);
}
function encodeV3(row, tokens3, tiers, amount) {
  const [tokenIn, tokenOut] = tokens3;
  const [tier] = tiers;
  const isSingle = tokens3.length === 2 && row.quoterKind !== "path";
  if (!isSingle || tokenIn === void 0 || tokenOut === void 0 || tier === void 0) {
    return v3Quote.path + encodeOffset(2) + amount + encodePath(tokens3, tiers);
  }
  return (row.quoterKind === "slipstream" ? v3Quote.slipstreamSingle : v3Quote.single) + encodeAddress(tokenIn) + encodeAddress(tokenOut) + amount + encodeUint(tier) + encodeUint(0);
}
function readOutput({ row, tokens: tokens3 }, result) {
  const word2 = row.family === "uniswap-v2" ? (row.variant === "stableFlags" ? 3 : 1) + tokens3.length : row.quoterKind === "kyber" && tokens3.length === 2 ? 1 : 0;
  if (!result.success || byteLength(result.returnData) < (word2 + 1) * wordBytes2) return 0n;
  try {
    return readUint(result.returnData, word2 * wordBytes2);
  } catch {
    return 0n;
  }
}
function decodeQuote({ row, tokens: tokens3 }, { success, returnData }, amountIn2) {
  if (!success || byteLength(returnData) < wordBytes2) return null;
  try {
    const answer = row.family === "uniswap-v2" ? decodeAmounts(returnData) : decodeV3(row, tokens3.length, returnData, amountIn2);
    return answer === null || answer.amountOut === 0n ? null : answer;
  } catch {
    return null;
  }
}
function decodeAmounts(data) {
  const array7 = readSize(data, 0);
  const count = readSize(data, array7);
  if (count < 2) return null;
  const item = (index) => readUint(data, array7 + (1 + index) * wordBytes2);
  return {
    amountOut: item(count - 1),
    amountMiddle: count === 3 ? item(1) : null,
    ticksCrossed: null
  };
}
function decodeV3(row, tokenCount, data, amountIn2) {
  const word2 = (index) => readUint(data, index * wordBytes2);
  const answer = { amountOut: word2(0), amountMiddle: null };
  if (byteLength(data) === wordBytes2) return { ...answer, ticksCrossed: null };
  if (tokenCount === 2 && row.quoterKind === "kyber") {
    if (word2(0) !== amountIn2) return null;
    return { ...answer, amountOut: word2(1), ticksCrossed: Number(word2(3)) };
  }
  const isSingle = tokenCount === 2 && row.quoterKind !== "path";
  const prices = isSingle ? [word2(1)] : readList(data, 1);
  const ticks = isSingle ? [word2(2)] : readList(data, 2);
  if (prices.some(isAtTheEnd)) return null;
  return { ...answer, ticksCrossed: Number(ticks.reduce((sum, count) => sum + count, 0n)) };
}
function readList(data, index) {
  const array7 = readSize(data, index * wordBytes2);
  const count = Math.min(readSize(data, array7), maxHops2);
  return Array.from({ length: count }, (_, item) => readUint(data, array7 + (1 + item) * wordBytes2));
}
function isAtTheEnd(price3) {
  return price3 <= lowestPrice + 1n || price3 >= highestPrice - 1n;
}
var maxHops2, lowestPrice, highestPrice;
var init_quoteCalls = __esm({
  "src/providers/onchain/quoteCalls.ts"() {
    "use strict";
    init_hex();
    init_abi();
    init_selectors();
    maxHops2 = 2;
    lowestPrice = 4295128739n;
    highestPrice = 1461446703485210103287273052203988822378723970342n;
  }
});

// src/chains/evm/multicall3.ts
function decodeAggregate3(data, expected) {
  if (!isHexData(data)) throw malformed("it is not hexadecimal");
  const array7 = readSize(data, 0);
  const count = readSize(data, array7);
  if (count !== expected) throw malformed(`it has ${count} results instead of ${expected}`);
  const head = array7 + wordBytes2;
  if (head + count * wordBytes2 > byteLength(data)) throw malformed("it ends too early");
  const results = [];
  for (let index = 0; index < count; index += 1) {
    const tuple = head + readSize(data, head + index * wordBytes2);
    const success = readBool(data, tuple);
    const bytes = tuple + readSize(data, tuple + wordBytes2);
    results.push({ success, returnData: readBytes(data, bytes) });
  }
  return results;
}
var getBlockTimestamp;
var init_multicall3 = __esm({
  "src/chains/evm/multicall3.ts"() {
    "use strict";
    init_hex();
    getBlockTimestamp = "0x0f28c97d";
  }
});

// src/providers/onchain/sentinel.ts
function encodeSentinel(multicall2) {
  const known5 = remembered2.get(multicall2);
  if (known5 !== void 0) return known5;
  let data = getBlockTimestamp;
  for (let level = 0; level < levels; level += 1) data = encodeSameCall(multicall2, data);
  remembered2.set(multicall2, data);
  return data;
}
function encodeSameCall(target, callData) {
  const offset = encodeUint(width * wordBytes2);
  return aggregate3 + encodeUint(wordBytes2) + encodeUint(width) + offset.repeat(width) + encodeAddress(target) + encodeBool(false) + encodeUint(3 * wordBytes2) + encodeBytes(callData);
}
var aggregate3, width, levels, sentinelGas, remembered2;
var init_sentinel = __esm({
  "src/providers/onchain/sentinel.ts"() {
    "use strict";
    init_hex();
    init_multicall3();
    aggregate3 = "0x82ad56cb";
    width = 5;
    levels = 3;
    sentinelGas = 7e5;
    remembered2 = /* @__PURE__ */ new Map();
  }
});

// src/providers/onchain/plan.ts
function tinyAmount(amount) {
  return amount / tinyPart > 0n ? amount / tinyPart : 1n;
}
function preparePlan(request3, chain, rows2, cutting) {
  const calls = [];
  const add = (path, amount, gas) => {
    const call3 = { target: quoteTarget(path.row), template: encodeQuote(path, amount), gas };
    calls.push(call3);
    const known5 = cutting.heavier.size === 0 ? void 0 : cutting.heavier.get(callKey(call3));
    if (known5 !== void 0) call3.gas = known5;
    return calls.length - 1;
  };
  const paths = rows2.flatMap((row) => {
    const tokenIn = pooledAddress(request3.srcToken, row);
    const tokenOut = pooledAddress(request3.dstToken, row);
    const asked = pathsOf(row, chain, tokenIn, tokenOut).map((path) => ({
      ...path,
      call: add(path, amountMark, quoteGas(path))
    }));
    const addPrice = createPriceCalls(add);
    return asked.map((path) => ({ ...path, ...addPrice(path) }));
  });
  return { paths, calls, pieces: cutPieces(calls, cutting) };
}
function createPriceCalls(add) {
  const placeOf2 = /* @__PURE__ */ new Map();
  const addHop = (path, hop, amount) => {
    const tokens3 = path.tokens.slice(hop, hop + 2);
    const params = path.params.slice(hop, hop + 1);
    const key = `${tokens3.join()}:${params.join()}`;
    const place = placeOf2.get(key) ?? add({ row: path.row, tokens: tokens3, params }, amount, tinyV3HopGas);
    placeOf2.set(key, place);
    return place;
  };
  return (path) => {
    const { row, connector } = path;
    if (row.family === "uniswap-v2") {
      return { tinyCall: add(path, tinyMark, quoteGas(path)), unitCall: null };
    }
    const tinyCall = addHop(path, 0, tinyMark);
    const unitCall = connector === null ? null : addHop(path, 1, encodeUint(connector.unit));
    return { tinyCall, unitCall };
  };
}
function quoteGas({ row, tokens: tokens3 }) {
  const hops = tokens3.length - 1;
  if (row.family === "uniswap-v3") return hops * v3HopGas;
  return hops * (row.variant === "twamm" ? twammHopGas : v2HopGas);
}
function cutPieces(calls, { multicall: multicall2, pieceGas }) {
  const groups = [];
  let group = [];
  let gas = sentinelGas;
  for (const [index, call3] of calls.entries()) {
    if (group.length > 0 && gas + call3.gas > pieceGas) {
      groups.push(group);
      group = [];
      gas = sentinelGas;
    }
    group.push(index);
    gas += call3.gas;
  }
  if (group.length > 0) groups.push(group);
  return groups.map((indexes) => ({
    calls: indexes,
    segments: encodePiece(
      indexes.flatMap((index) => {
        const call3 = calls[index];
        return call3 === void 0 ? [] : [{ target: call3.target, callData: call3.template }];
      }),
      multicall2
    ).split(marks2)
  }));
}
function encodePiece(calls, multicall2) {
  const all = [...calls, { target: multicall2, callData: encodeSentinel(multicall2) }];
  const mayFail = encodeBool(true) + encodeUint(3 * wordBytes2);
  let offsets = "";
  let tuples = "";
  let position = all.length * wordBytes2;
  for (const { target, callData } of all) {
    const size = byteLength(callData);
    const padding = (wordBytes2 - size % wordBytes2) % wordBytes2;
    offsets += encodeUint(position);
    tuples += encodeAddress(target) + mayFail + encodeUint(size) + callData.slice(2);
    tuples += "00".repeat(padding);
    position += 4 * wordBytes2 + size + padding;
  }
  return aggregate3 + encodeUint(wordBytes2) + encodeUint(all.length) + offsets + tuples;
}
function fillAmounts(segments, amount) {
  const amountWord = encodeUint(amount);
  const tinyWord = encodeUint(tinyAmount(amount));
  let text4 = "";
  for (const segment of segments) {
    if (segment === amountMark) text4 += amountWord;
    else if (segment === tinyMark) text4 += tinyWord;
    else text4 += segment;
  }
  return text4;
}
function fillCall(call3, amount) {
  return fillAmounts(call3.template.split(marks2), amount);
}
function callKey({ target, template }) {
  return target + template;
}
function rowsKey(rows2) {
  return rows2.map(rowKey).join();
}
var amountMark, tinyMark, marks2, tinyPart, v2HopGas, twammHopGas, v3HopGas, tinyV3HopGas;
var init_plan = __esm({
  "src/providers/onchain/plan.ts"() {
    "use strict";
    init_hex();
    init_paths();
    init_quoteCalls();
    init_rows();
    init_sentinel();
    amountMark = "a5c3".repeat(16);
    tinyMark = "5a3c".repeat(16);
    marks2 = new RegExp(`(${amountMark}|${tinyMark})`);
    tinyPart = 1000n;
    v2HopGas = 25e3;
    twammHopGas = 3e5;
    v3HopGas = 14e4;
    tinyV3HopGas = 9e4;
  }
});

// src/chains/evm/erc20.ts
function encodeDecimals() {
  return selectors.decimals;
}
function decodeUint(data) {
  return isHexData(data) && byteLength(data) >= wordBytes2 ? readUint(data, 0) : null;
}
var selectors;
var init_erc20 = __esm({
  "src/chains/evm/erc20.ts"() {
    "use strict";
    init_hex();
    selectors = {
      name: "0x06fdde03",
      symbol: "0x95d89b41",
      decimals: "0x313ce567",
      balanceOf: "0x70a08231",
      allowance: "0xdd62ed3e",
      approve: "0x095ea7b3",
      transfer: "0xa9059cbb"
    };
  }
});

// src/providers/onchain/probe.ts
function createMemoryProbeCache() {
  const probes = /* @__PURE__ */ new Map();
  return {
    read: (blockchain) => Promise.resolve(probes.get(blockchain) ?? null),
    write: (blockchain, probe) => {
      probes.set(blockchain, probe);
      return Promise.resolve();
    }
  };
}
function probeCalls(row) {
  switch (row.family) {
    case "uniswap-v2":
      return [
        { target: row.router, callData: getters.factory },
        ...row.nativeWords.map((word2) => ({ target: row.router, callData: wrappedGetters[word2] }))
      ];
    case "uniswap-v3":
      return [
        { target: row.router, callData: getters.factory },
        {
          target: row.router,
          callData: row.routerKind === "kyber" ? wrappedGetters.ETH : getters.weth9
        },
        { target: row.quoter, callData: getters.factory },
        { target: row.router, callData: getters.factoryV2 }
      ];
    case "wrapped":
      return [{ target: row.wrapped, callData: encodeDecimals() }];
  }
}
function blockTimeCall(multicall2) {
  return { target: multicall2, callData: getBlockTimestamp };
}
function isCurrent(answer, now, maxAgeMs) {
  if (answer === void 0 || !hasWord(answer)) return false;
  const seconds = decodeUint(answer.returnData);
  return seconds !== null && now - Number(seconds) * 1e3 < maxAgeMs;
}
function judgeRow(row, answers, checkedAtMs) {
  const off = (reason) => ({ state: "off", checkedAtMs, reason });
  const on = (nativeWord, routerKind = null) => ({ state: "on", checkedAtMs, nativeWord, routerKind });
  if (row.family === "wrapped") {
    return answers.every(hasWord) ? on(null) : off(`no token contract at ${row.wrapped}`);
  }
  if (!answers.some(hasWord)) return off(`no contract of this kind at ${row.router}`);
  const [factory2 = null, ...others] = answers.map(readAnswer3);
  if (factory2 === null) return off("the router returns no factory");
  if (row.factory !== null && !isSameAddress(factory2, row.factory)) {
    return off(`the router belongs to the factory ${factory2}, not ${row.factory}`);
  }
  const wraps = (address2) => address2 != null && isSameAddress(address2, row.wrapped);
  if (row.family === "uniswap-v2") {
    const nativeWord = row.nativeWords.find((_, index) => wraps(others[index])) ?? null;
    const needsNative = row.nativeWords.length > 0 && !hasErc20Coin(row);
    if (nativeWord === null && needsNative) return off(wrapReason(row, others[0]));
    return on(nativeWord);
  }
  const [wrapped, quoterFactory] = others;
  if (!wraps(wrapped) && !hasErc20Coin(row)) return off(wrapReason(row, wrapped));
  if (quoterFactory == null || !isSameAddress(quoterFactory, factory2)) {
    return off(`its quoter ${row.quoter} does not belong to its router's factory`);
  }
  if (row.routerKind !== "unconfirmed") return on(null, row.routerKind);
  return on(null, answers.slice(3).every(hasWord) ? "router02" : "router01");
}
function freshVerdicts(probe, chainId2, now, ttlMs) {
  if (probe === null || probe.chainId !== chainId2) return /* @__PURE__ */ new Map();
  return new Map(
    Object.entries(probe.verdicts).filter(
      ([, { state, checkedAtMs }]) => now - checkedAtMs < (state === "off" ? Math.min(ttlMs, offTtlMs) : ttlMs) && checkedAtMs <= now
    )
  );
}
function verdictOf(verdicts, row) {
  return verdicts.get(rowKey(row));
}
function wrapReason(row, found) {
  return found == null ? "the router returns no wrapped native token" : `the router wraps with ${found}, not ${row.wrapped}`;
}
function hasWord({ success, returnData }) {
  return success && byteLength(returnData) >= wordBytes2;
}
function readAnswer3(answer) {
  if (!hasWord(answer)) return null;
  try {
    const address2 = readAddress(answer.returnData, 0);
    return address2 === zeroAddress ? null : address2;
  } catch {
    return null;
  }
}
var offTtlMs;
var init_probe = __esm({
  "src/providers/onchain/probe.ts"() {
    "use strict";
    init_hex();
    init_multicall3();
    init_erc20();
    init_token();
    init_addresses2();
    init_paths();
    init_rows();
    init_selectors();
    offTtlMs = 6e5;
  }
});

// src/providers/onchain/measure.ts
function bestPath(plan, isWanted, results, amountIn2) {
  let best = null;
  let hasDust = false;
  for (const path of plan.paths) {
    if (!isWanted(path)) continue;
    const result = results.get(path.call);
    if (result === void 0 || readOutput(path, result) <= (best?.answer.amountOut ?? 0n)) continue;
    const answer = decodeQuote(path, result, amountIn2);
    if (answer === null) continue;
    const priceImpactPercent = priceImpact(path, answer, results, amountIn2);
    if (priceImpactPercent !== null && priceImpactPercent > dustPercent) hasDust = true;
    else best = { path, answer, priceImpactPercent };
  }
  return best ?? (hasDust ? "too thin" : "none");
}
function priceImpact(path, { amountOut }, results, amountIn2) {
  const tinyIn = tinyAmount(amountIn2);
  if (path.unitCall === null) {
    const tiny = preciseOutput(path, path.tinyCall, results, tinyIn);
    return tiny === null ? null : lostPercent(amountOut, tiny * amountIn2 / tinyIn);
  }
  const unit = path.connector?.unit ?? 0n;
  const hop = { ...path, tokens: path.tokens.slice(0, 2) };
  const first2 = preciseOutput(hop, path.tinyCall, results, tinyIn);
  const second = preciseOutput(hop, path.unitCall, results, unit);
  if (first2 === null || second === null || unit === 0n) return null;
  return lostPercent(amountOut, first2 * amountIn2 * second / (tinyIn * unit));
}
function lostPercent(amountOut, expected) {
  if (expected === 0n) return null;
  const lostPpm = million - amountOut * million / expected;
  return lostPpm <= 0n ? 0 : Number(lostPpm) / 1e4;
}
function preciseOutput(path, call3, results, amountIn2) {
  const result = results.get(call3);
  const answer = result === void 0 ? null : decodeQuote(path, result, amountIn2);
  return answer === null || answer.amountOut < leastPrecision ? null : answer.amountOut;
}
var dustPercent, leastPrecision, million;
var init_measure = __esm({
  "src/providers/onchain/measure.ts"() {
    "use strict";
    init_plan();
    init_quoteCalls();
    dustPercent = 90;
    leastPrecision = 1000n;
    million = 1000000n;
  }
});

// src/providers/onchain/readBatch.ts
async function readBatch(request3, context) {
  const { blockchain, multicall: multicall2, callAt: callAt2, also } = request3;
  if (request3.singly) {
    const { answers: answers2, results: results2 } = await readSingly(request3, also, context);
    return { also: answers2, results: results2, fittingSizes: /* @__PURE__ */ new Map(), noMulticall: true };
  }
  const send = (extra, pieces2) => context.rpc.batch(
    blockchain,
    [...extra, ...pieces2.map(({ data }) => ethCall(multicall2, data))],
    { signal: context.signal }
  );
  const results = /* @__PURE__ */ new Map();
  const fittingSizes = /* @__PURE__ */ new Map();
  let pieces = request3.pieces;
  const first2 = await send(also, pieces);
  const alsoAnswers = first2.slice(0, also.length);
  let answers = first2.slice(also.length);
  for (let round = 0; ; round += 1) {
    const parts = [];
    for (const [place, piece] of pieces.entries()) {
      const { calls } = piece;
      const outcome = toResults(blockchain, piece, answers[place]);
      if (outcome === "no contract") {
        const { results: single } = await readSingly(request3, [], context);
        return { also: alsoAnswers, results: single, fittingSizes, noMulticall: true };
      }
      const isDone = outcome !== "starved" || calls.length === 1;
      if (!isDone) parts.push(...cut2(piece, multicall2, callAt2));
      for (const [index, call3] of isDone ? calls.entries() : []) {
        if (outcome !== "starved") store(results, call3, outcome[index]);
        if (round > 0) fittingSizes.set(call3, outcome === "starved" ? 0 : calls.length);
      }
    }
    if (parts.length === 0) {
      if (results.size === 0 && pieces.length > 0) throw starvedError(blockchain);
      return { also: alsoAnswers, results, fittingSizes, noMulticall: false };
    }
    if (round === maxCuts) throw starvedError(blockchain);
    pieces = parts;
    answers = await send([], parts);
  }
}
function toResults(blockchain, { calls }, answer) {
  if (answer === void 0) throw starvedError(blockchain);
  if (!answer.ok) {
    if (isGasTrouble(answer)) return "starved";
    throw nodeFailure(blockchain, answer);
  }
  if (answer.result === "0x") return "no contract";
  const data = typeof answer.result === "string" ? answer.result : "";
  const results = decodeAggregate3(data, calls.length + 1);
  return results.at(-1)?.success === true ? results.slice(0, -1) : "starved";
}
function isGasTrouble({ code, message }) {
  return code === 3 || /gas|revert|too (?:large|big|long)|memory/i.test(message);
}
function cut2(piece, multicall2, callAt2) {
  const size = Math.ceil(piece.calls.length / cutInto);
  const parts = [];
  for (let start = 0; start < piece.calls.length; start += size) {
    const calls = piece.calls.slice(start, start + size);
    parts.push({ calls, data: encodePiece(calls.map(callAt2), multicall2) });
  }
  return parts;
}
async function readSingly({ blockchain, pieces, callAt: callAt2 }, also, context) {
  const calls = pieces.flatMap((piece) => piece.calls);
  const answers = await context.rpc.batch(
    blockchain,
    [
      ...also,
      ...calls.map((index) => {
        const { target, callData } = callAt2(index);
        return ethCall(target, callData);
      })
    ],
    { signal: context.signal }
  );
  const results = /* @__PURE__ */ new Map();
  for (const [place, index] of calls.entries()) {
    const answer = answers[also.length + place];
    if (answer?.ok === true && typeof answer.result === "string") {
      results.set(index, { success: true, returnData: answer.result });
    } else if (answer === void 0 || answer.ok) {
      throw starvedError(blockchain);
    } else if (isGasTrouble(answer) || !isNodeError(answer)) {
      results.set(index, { success: false, returnData: answer.data ?? "0x" });
    } else throw nodeFailure(blockchain, answer);
  }
  return { answers: answers.slice(0, also.length), results };
}
function ethCall(to, data) {
  return { method: "eth_call", params: [{ to, data }, "latest"] };
}
function store(results, index, result) {
  if (result !== void 0) results.set(index, result);
}
function nodeFailure(blockchain, { code, message }) {
  return new SwaprouteError(
    "CHAIN_UNAVAILABLE",
    `The ${blockchain} node did not run the quotes: ${message}`,
    {
      hint: `Try again, or set another node with SWAPROUTE_RPC_${blockchain}=https://\u2026.`,
      context: { blockchain, code }
    }
  );
}
function starvedError(blockchain) {
  return new SwaprouteError(
    "CHAIN_UNAVAILABLE",
    `The ${blockchain} node has too low a gas limit to run the quotes of its exchanges.`,
    {
      hint: `Set another node with SWAPROUTE_RPC_${blockchain}=https://\u2026.`,
      context: { blockchain }
    }
  );
}
var cutInto, maxCuts;
var init_readBatch = __esm({
  "src/providers/onchain/readBatch.ts"() {
    "use strict";
    init_multicall3();
    init_errors();
    init_rpcWire();
    init_plan();
    cutInto = 8;
    maxCuts = 3;
  }
});

// src/chains/inclusion.ts
function inclusionSeconds(blockchain) {
  return blockSeconds[blockchain] ?? 15;
}
var blockSeconds;
var init_inclusion = __esm({
  "src/chains/inclusion.ts"() {
    "use strict";
    blockSeconds = {
      ARBITRUM: 2,
      AVALANCHE: 3,
      BASE: 2,
      BERACHAIN: 3,
      BLAST: 2,
      BSC: 3,
      BOBA: 2,
      FANTOM: 2,
      FRAXTAL: 2,
      GNOSIS: 6,
      HEMI: 12,
      HYPER_EVM: 2,
      LINEA: 3,
      MANTA_PACIFIC: 3,
      MANTLE: 2,
      MEGAETH: 1,
      METIS: 4,
      MODE: 2,
      MONAD: 1,
      MORPH: 2,
      OPTIMISM: 2,
      POLYGON: 3,
      SCROLL: 3,
      SEI: 1,
      SONEIUM: 2,
      TAIKO: 4,
      UNICHAIN: 1,
      XLAYER: 3,
      ZK_SYNC: 2
    };
  }
});

// src/providers/onchain/estimates.ts
function swapGas({ row, tokens: tokens3 }, direction, ticksCrossed) {
  const hops = BigInt(tokens3.length - 1);
  const native2 = direction === "tokens" ? 0n : unwrapGas;
  if (row.family === "uniswap-v2") {
    return v2BaseGas + native2 + hops * (row.variant === "twamm" ? twammHopGas2 : v2HopGas2);
  }
  const ticks = ticksCrossed === null ? hops : BigInt(ticksCrossed);
  return v3BaseGas + native2 + hops * v3HopGas2 + ticks * v3TickGas;
}
var v2BaseGas, v2HopGas2, twammHopGas2, v3BaseGas, v3HopGas2, v3TickGas, unwrapGas, wrapGas;
var init_estimates = __esm({
  "src/providers/onchain/estimates.ts"() {
    "use strict";
    v2BaseGas = 75000n;
    v2HopGas2 = 65000n;
    twammHopGas2 = 350000n;
    v3BaseGas = 85000n;
    v3HopGas2 = 80000n;
    v3TickGas = 31000n;
    unwrapGas = 35000n;
    wrapGas = 50000n;
  }
});

// src/providers/onchain/toQuote.ts
function toPoolQuote(request3, measured, verdict2, { gasPrice }) {
  const { path, answer, priceImpactPercent } = measured;
  const direction = directionOf(path.row, request3);
  const state = direction === null ? null : toState(path, direction, verdict2);
  if (direction === null || state === null) return null;
  const slippageBps = request3.slippageBps ?? defaultSlippageBps.pools;
  return {
    ...sharedFields(request3, path.row, gasPrice, swapGas(path, direction, answer.ticksCrossed)),
    dstAmount: answer.amountOut,
    dstMinAmount: minimumAfterSlippage(answer.amountOut, slippageBps),
    slippageBps,
    priceImpactPercent,
    spender: request3.srcToken.native ? null : toChecksumAddress(path.row.router),
    steps: toSteps2(request3, measured),
    providerState: writeState(state)
  };
}
function toWrapQuote(request3, row, { gasPrice }) {
  const { srcToken, dstToken, srcAmount } = request3;
  const from = { token: srcToken, amount: srcAmount };
  const to = { token: dstToken, amount: srcAmount };
  return {
    ...sharedFields(request3, row, gasPrice, wrapGas),
    dstAmount: srcAmount,
    dstMinAmount: srcAmount,
    slippageBps: 0,
    priceImpactPercent: 0,
    spender: null,
    steps: [{ type: "on-chain", provider: row.id, from, to }],
    providerState: writeState({
      family: "wrapped",
      row,
      direction: srcToken.native ? "wrap" : "unwrap"
    })
  };
}
function sharedFields(request3, row, gasPrice, gasLimit) {
  const gas = gasPrice === null ? null : { limit: gasLimit, price: gasPrice };
  return {
    provider: row.id,
    swapType: "on-chain",
    executionKind: "evm",
    request: request3,
    durationSeconds: inclusionSeconds(row.blockchain),
    fees: { gas, protocolFixed: 0n, providerFixed: 0n, percent: null },
    expiresAtMs: null,
    warnings: []
  };
}
function toState(path, direction, verdict2) {
  const { row, tokens: tokens3, params } = path;
  const { nativeWord } = verdict2;
  if (row.family === "uniswap-v2") {
    if (nativeWord === null && direction !== "tokens") return null;
    return { family: row.family, row, direction, nativeWord, tokens: tokens3, flags: params };
  }
  const routerKind = row.routerKind === "unconfirmed" ? verdict2.routerKind : row.routerKind;
  if (routerKind === null || routerKind === "unconfirmed") return null;
  return { family: row.family, row, direction, routerKind, tokens: tokens3, tiers: params };
}
function toSteps2(request3, { path, answer }) {
  const { connector, row } = path;
  const from = { token: request3.srcToken, amount: request3.srcAmount };
  const to = { token: request3.dstToken, amount: answer.amountOut };
  if (connector === null) return [{ type: "on-chain", provider: row.id, from, to }];
  const middle = { token: connector.token, amount: answer.amountMiddle };
  return [
    { type: "on-chain", provider: row.id, from, to: middle },
    { type: "on-chain", provider: row.id, from: middle, to }
  ];
}
var init_toQuote = __esm({
  "src/providers/onchain/toQuote.ts"() {
    "use strict";
    init_checksum();
    init_amounts();
    init_slippage();
    init_inclusion();
    init_estimates();
    init_paths();
    init_state2();
  }
});

// src/providers/onchain/quotePools.ts
async function quotePools(question, context) {
  const { request: request3, rows: rows2, plan, multicall: multicall2, singly, verdicts, maxNodeAgeMs } = question;
  const amount = request3.srcAmount;
  const unprobed = rows2.filter((row) => verdictOf(verdicts, row) === void 0);
  const probes = unprobed.map((row) => ({ row, calls: probeCalls(row) }));
  const probeReads = probes.flatMap(({ calls }) => calls);
  if (probeReads.length > 0) probeReads.push(blockTimeCall(multicall2));
  const firstProbe = plan.calls.length;
  const answer = await readBatch(
    {
      blockchain: request3.srcToken.blockchain,
      multicall: multicall2,
      pieces: [
        ...probePieces(probeReads, firstProbe, multicall2),
        ...plan.pieces.map(({ calls, segments }) => ({
          calls,
          data: fillAmounts(segments, amount)
        }))
      ],
      callAt: (index) => callAt(plan, probeReads, index, amount),
      also: [{ method: "eth_gasPrice", params: [] }],
      singly
    },
    context
  );
  const probed = /* @__PURE__ */ new Map();
  const judged = new Map(verdicts);
  const lastRead = answer.results.get(firstProbe + probeReads.length - 1);
  const canMiss = probeReads.length > 0 && isCurrent(lastRead, context.now(), maxNodeAgeMs);
  let next = firstProbe;
  for (const { row, calls } of probes) {
    const answers = calls.map((_, place) => answer.results.get(next + place));
    next += calls.length;
    const complete = answers.filter((each) => each !== void 0);
    if (complete.length === calls.length) {
      const verdict2 = judgeRow(row, complete, context.now());
      if (verdict2.state === "on" || canMiss) probed.set(rowKey(row), verdict2);
      judged.set(rowKey(row), verdict2);
    } else {
      const reason = "its contracts used more gas than a call may use";
      judged.set(rowKey(row), { state: "off", checkedAtMs: context.now(), reason });
    }
  }
  const facts = { gasPrice: readGasPrice(answer.also[0]) };
  const outcome = toOutcome(question, { judged, probed }, answer, facts);
  const fittingSizes = /* @__PURE__ */ new Map();
  for (const [index, size] of answer.fittingSizes) {
    const call3 = plan.calls[index];
    if (call3 !== void 0) fittingSizes.set(callKey(call3), size);
  }
  return { ...outcome, probed, fittingSizes, noMulticall: answer.noMulticall };
}
function probePieces(reads, firstProbe, multicall2) {
  if (reads.length === 0) return [];
  const calls = reads.map((_, place) => firstProbe + place);
  return [{ calls, data: encodePiece(reads, multicall2) }];
}
function callAt(plan, probes, index, amount) {
  const call3 = plan.calls[index];
  if (call3 !== void 0) return { target: call3.target, callData: fillCall(call3, amount) };
  const probe = probes[index - plan.calls.length];
  if (probe === void 0) throw new RangeError(`no call ${index} in the plan`);
  return probe;
}
function toOutcome({ request: request3, rows: rows2, plan, verdicts: known5 }, { judged: verdicts, probed }, { results }, facts) {
  const outcome = { quotes: [], failed: [] };
  for (const id2 of new Set(rows2.map((row) => row.id))) {
    const ofId = rows2.filter((row) => row.id === id2);
    const found = ofId.some(isOn(verdicts)) ? bestOf(id2, { request: request3, rows: ofId, plan }, verdicts, results, facts) : ofId.every((row) => [known5, probed].some((proved) => proved.has(rowKey(row)))) ? switchedOff(id2, ofId, verdicts) : unchecked(id2, ofId, verdicts);
    if (found instanceof SwaprouteError) outcome.failed.push({ provider: id2, error: found });
    else outcome.quotes.push(found);
  }
  return outcome;
}
function bestOf(id2, { request: request3, rows: rows2, plan }, verdicts, results, facts) {
  for (const row of rows2) {
    if (row.family === "wrapped" && isOn(verdicts)(row)) return toWrapQuote(request3, row, facts);
  }
  const best = bestPath(
    plan,
    ({ row }) => row.id === id2 && isOn(verdicts)(row),
    results,
    request3.srcAmount
  );
  if (best === "none" || best === "too thin") return noRoute2(id2, request3, best);
  return toOffer3(request3, best, verdicts, facts) ?? noRoute2(id2, request3, "none");
}
function toOffer3(request3, best, verdicts, facts) {
  const verdict2 = verdictOf(verdicts, best.path.row);
  return verdict2?.state === "on" ? toPoolQuote(request3, best, verdict2, facts) : null;
}
function isOn(verdicts) {
  return (row) => verdictOf(verdicts, row)?.state === "on";
}
function noRoute2(id2, { srcToken, dstToken }, why) {
  const pair2 = `${srcToken.symbol} to ${dstToken.symbol} on ${srcToken.blockchain}`;
  return why === "none" ? new SwaprouteError("NO_ROUTE", `${id2} has no pools that swap ${pair2}.`) : new SwaprouteError(
    "NO_ROUTE",
    `The pools of ${id2} have too little liquidity to swap this much ${pair2}.`,
    { hint: "Try a smaller amount." }
  );
}
function switchedOff(id2, rows2, verdicts) {
  const { reasons, chain } = refusedOn(rows2, verdicts);
  return new SwaprouteError(
    "UPSTREAM_REFUSED",
    `${id2} is switched off on ${chain}: ${reasons.join("; ")}.`,
    {
      hint: "Its contracts do not match the registry; the other exchanges are not affected.",
      context: { provider: id2, reasons }
    }
  );
}
function unchecked(id2, rows2, verdicts) {
  const { reasons, chain } = refusedOn(rows2, verdicts);
  return new SwaprouteError(
    "UPSTREAM_FAILED",
    `The contracts of ${id2} on ${chain} could not be checked: ${reasons.join("; ")}.`,
    {
      hint: `The node may still be syncing. Try again, or set another one with SWAPROUTE_RPC_${chain}.`,
      context: { provider: id2, reasons }
    }
  );
}
function refusedOn(rows2, verdicts) {
  const reasons = rows2.flatMap((row) => {
    const verdict2 = verdictOf(verdicts, row);
    return verdict2?.state === "off" ? [verdict2.reason] : [];
  });
  return { chain: rows2[0]?.blockchain ?? "this chain", reasons };
}
function readGasPrice(answer) {
  if (answer?.ok !== true || typeof answer.result !== "string") return null;
  return /^0x[0-9a-fA-F]{1,64}$/.test(answer.result) ? BigInt(answer.result) : null;
}
var init_quotePools = __esm({
  "src/providers/onchain/quotePools.ts"() {
    "use strict";
    init_errors();
    init_measure();
    init_plan();
    init_probe();
    init_readBatch();
    init_rows();
    init_toQuote();
  }
});

// src/providers/onchain/rowStates.ts
function rowStatesOf(blockchain, verdicts) {
  const chain = chainRows(blockchain);
  if (chain === null) return [];
  return [
    ...chain.rows.map((row) => {
      const verdict2 = verdictOf(verdicts, row);
      const reason = verdict2?.state === "off" ? verdict2.reason : null;
      return toRowState(row, verdict2?.state ?? "unchecked", reason);
    }),
    ...chain.off.map((row) => toRowState(row, "off", row.off))
  ];
}
function toRowState(row, state, reason) {
  const { id: id2, blockchain, family: family2, confidence, note } = row;
  return { id: id2, blockchain, family: family2, state, reason, confidence, note };
}
function readProviderStates() {
  const states = /* @__PURE__ */ new Map();
  for (const [id2, blockchains2] of blockchainsById()) {
    states.set(
      id2,
      blockchains2.length > 0 ? { state: "ready" } : { state: "closed", reason: closedReason(id2) }
    );
  }
  return states;
}
function closedReason(id2) {
  const without = idsWithoutRows().get(id2);
  if (without !== void 0) return without;
  const blockchains2 = /* @__PURE__ */ new Map();
  for (const { blockchain, reason } of offReasonsOf(id2)) {
    blockchains2.set(reason, [...blockchains2.get(reason) ?? [], blockchain]);
  }
  return [...blockchains2].map(([reason, chains]) => `${chains.join(", ")}: ${reason}`).join("; ");
}
var init_rowStates = __esm({
  "src/providers/onchain/rowStates.ts"() {
    "use strict";
    init_probe();
    init_rows();
  }
});

// src/providers/onchain/rowStatus.ts
var rowStatus_exports = {};
__export(rowStatus_exports, {
  readSwapStatus: () => readSwapStatus
});
async function readSwapStatus(blockchain, hash3, rows2, context) {
  const rowAt = (to) => rows2.find((row) => isSameAddress(contractOf2(row), to));
  const exchange2 = {
    contracts: rows2.map(contractOf2),
    calls: (to) => {
      const row = rowAt(to);
      return row === void 0 ? [] : rowCalls([row], to);
    },
    unwrapping: (to, from) => {
      const row = rowAt(to);
      if (row === void 0) return null;
      return { wrapped: row.wrapped, account: row.family === "wrapped" ? from : row.router };
    }
  };
  return await readCallStatus(blockchain, hash3, exchange2, context);
}
var init_rowStatus = __esm({
  "src/providers/onchain/rowStatus.ts"() {
    "use strict";
    init_addresses2();
    init_paidCall();
    init_rowCalls();
    init_rows();
  }
});

// src/providers/onchain/onchain.ts
function createOnchainProvider(options = {}) {
  const probeCache = options.probeCache ?? createMemoryProbeCache();
  const probeTtlMs = options.probeTtlMs ?? defaultProbeTtlMs;
  const plans = /* @__PURE__ */ new Map();
  const pieceGasOf = /* @__PURE__ */ new Map();
  const heavier = /* @__PURE__ */ new Map();
  const chainsWithoutMulticall = /* @__PURE__ */ new Set();
  const cuttingOf = (blockchain) => ({
    multicall: chainById(blockchain).multicall3 ?? zeroAddress,
    pieceGas: pieceGasOf.get(blockchain) ?? options.pieceGas ?? defaultPieceGas,
    heavier
  });
  const planFor = (request3, chain, rows2) => {
    const cutting = cuttingOf(chain.blockchain);
    const key = planKey(request3, rows2, cutting.pieceGas);
    const plan = plans.get(key) ?? preparePlan(request3, chain, rows2, cutting);
    plans.delete(key);
    plans.set(key, plan);
    const [oldest] = plans.keys();
    if (plans.size > keptPlans && oldest !== void 0) plans.delete(oldest);
    return plan;
  };
  const learn = (blockchain, fittingSizes) => {
    const { pieceGas } = cuttingOf(blockchain);
    if (heavier.size > keptHeavier) heavier.clear();
    for (const [call3, size] of fittingSizes) {
      heavier.set(call3, size === 0 ? Number.MAX_SAFE_INTEGER : Math.ceil(pieceGas / size));
    }
    const isLimitLow = Math.min(...fittingSizes.values()) > 1;
    if (isLimitLow) pieceGasOf.set(blockchain, Math.max(Math.floor(pieceGas / 2), leastPieceGas));
    plans.clear();
  };
  const quote = async (request3, wanted2, context) => {
    const { blockchain } = request3.srcToken;
    const chain = chainRows(blockchain);
    const { multicall3 } = chainById(blockchain);
    const rows2 = usableRows(request3).filter(({ id: id2 }) => wanted2.has(id2));
    if (chain === null || multicall3 === null || rows2.length === 0) {
      return {
        quotes: [],
        failed: [...wanted2].map((id2) => ({ provider: id2, error: unserved(id2) }))
      };
    }
    if (!context.rpc.has(blockchain)) throw noNode(blockchain);
    if (request3.srcAmount >= 1n << 255n) throw tooMuch(request3);
    const chainId2 = context.chainId(blockchain);
    const known5 = await probeCache.read(blockchain);
    const verdicts = freshVerdicts(known5, chainId2, context.now(), probeTtlMs);
    const poolRows = rows2.filter((row) => row.family !== "wrapped").filter((row) => verdictOf(verdicts, row)?.state !== "off");
    const chainKey = `${blockchain}:${chainId2}`;
    const { quotes, failed, probed, fittingSizes, noMulticall } = await quotePools(
      {
        request: request3,
        rows: rows2,
        plan: planFor(request3, chain, poolRows),
        multicall: multicall3,
        singly: chainsWithoutMulticall.has(chainKey),
        verdicts,
        maxNodeAgeMs: options.maxNodeAgeMs ?? defaultNodeAgeMs
      },
      context
    );
    if (noMulticall) chainsWithoutMulticall.add(chainKey);
    if (fittingSizes.size > 0) learn(blockchain, fittingSizes);
    if (probed.size > 0) {
      const all = { ...Object.fromEntries(verdicts), ...Object.fromEntries(probed) };
      await probeCache.write(blockchain, { chainId: chainId2, verdicts: all });
    }
    return { quotes, failed };
  };
  const rowStates = async (blockchain) => {
    const states = [];
    for (const each of blockchain === void 0 ? blockchainsWithRows() : [blockchain]) {
      const probe = await probeCache.read(each);
      const verdicts = new Map(Object.entries(probe?.verdicts ?? {}));
      states.push(...rowStatesOf(each, verdicts));
    }
    return states;
  };
  return {
    ids: [...blockchainsById().keys()],
    capabilities: { recipient: true, chargesFee: false, deposit: false, crossChain: false },
    blockchains: (id2) => blockchainsById().get(id2) ?? [],
    supports: (request3) => [...new Set(usableRows(request3).map(({ id: id2 }) => id2))],
    quote,
    pinned: (id2, blockchain) => {
      const rows2 = rowsOf(id2, blockchain);
      const pools = rows2.filter((row) => row.family !== "wrapped");
      return { targets: rows2.map(contractOf2), spenders: pools.map(contractOf2) };
    },
    proofs: [
      {
        kind: "calls",
        calls: ({ blockchain, to }) => rowCalls(chainRows(blockchain)?.rows ?? [], to)
      }
    ],
    build: (built, context) => Promise.resolve(buildSwap(built, context.now())),
    status: async (id2, ref, context) => {
      const { srcBlockchain, srcTxHash } = ref;
      if (srcTxHash === null) return { status: "NOT_FOUND", destinationTxHash: null };
      const { readSwapStatus: readSwapStatus2 } = await Promise.resolve().then(() => (init_rowStatus(), rowStatus_exports));
      return await readSwapStatus2(srcBlockchain, srcTxHash, rowsOf(id2, srcBlockchain), context);
    },
    rowStates,
    providerStates: readProviderStates
  };
}
function usableRows(request3) {
  const { srcToken, dstToken, receiver: receiver2, fromAddress } = request3;
  if (srcToken.blockchain !== dstToken.blockchain) return [];
  const paysCaller = receiver2 === null || fromAddress !== null && isSameAddress(receiver2, fromAddress);
  return (chainRows(srcToken.blockchain)?.rows ?? []).filter(
    (row) => row.family === "wrapped" ? paysCaller && isWrapPair(row, request3) : directionOf(row, request3) !== null
  );
}
function rowsOf(id2, blockchain) {
  return (chainRows(blockchain)?.rows ?? []).filter((row) => row.id === id2);
}
function planKey({ srcToken, dstToken }, rows2, pieceGas) {
  const pair2 = [srcToken.blockchain, pairKey(srcToken), pairKey(dstToken), pieceGas];
  return [...pair2, rowsKey(rows2)].join("|");
}
function pairKey({ native: native2, address: address2 }) {
  return native2 ? "native" : address2.toLowerCase();
}
function unserved(id2) {
  return new SwaprouteError("NO_ROUTE", `${id2} does not swap this pair.`);
}
function noNode(blockchain) {
  return new SwaprouteError("CHAIN_UNAVAILABLE", `No RPC address is set for ${blockchain}.`, {
    hint: `Set one with SWAPROUTE_RPC_${blockchain}=https://\u2026.`,
    context: { blockchain }
  });
}
function tooMuch({ srcToken }) {
  return new SwaprouteError("AMOUNT_TOO_HIGH", `No pool has this much ${srcToken.symbol}.`, {
    hint: "Try a smaller amount."
  });
}
var defaultPieceGas, leastPieceGas, defaultNodeAgeMs, defaultProbeTtlMs, keptPlans, keptHeavier;
var init_onchain = __esm({
  "src/providers/onchain/onchain.ts"() {
    "use strict";
    init_chains2();
    init_errors();
    init_token();
    init_build();
    init_addresses2();
    init_rowCalls();
    init_paths();
    init_plan();
    init_probe();
    init_quotePools();
    init_rows();
    init_rowStates();
    defaultPieceGas = 25e6;
    leastPieceGas = 2e6;
    defaultNodeAgeMs = 6e5;
    defaultProbeTtlMs = 24 * 60 * 60 * 1e3;
    keptPlans = 16;
    keptHeavier = 2e3;
  }
});

// test/providers/onchain/support/fakeChain.ts
import {
  decodeFunctionData as decodeFunctionData4,
  encodeAbiParameters as encodeAbiParameters4,
  encodeFunctionResult,
  multicall3Abi,
  parseAbi as parseAbi5,
  parseAbiParameters as parseAbiParameters3
} from "viem";
function createFakeChain(blockchain) {
  const contracts = /* @__PURE__ */ new Map();
  let targets = /* @__PURE__ */ new Set();
  const run = (to, data) => {
    targets.add(to.toLowerCase());
    return contracts.get(to.toLowerCase())?.(data) ?? { answer: "0x", gas: 3e3 };
  };
  const aggregate = (data) => {
    const decoded2 = decodeFunctionData4({ abi: multicall3Abi, data });
    if (decoded2.functionName !== "aggregate3") throw new Error(decoded2.functionName);
    let left = chain.gasCap;
    const results = decoded2.args[0].map(({ target, callData }) => {
      const isSentinel = target.toLowerCase() === multicall && callData !== clockSelector;
      const isClock = target.toLowerCase() === multicall && !isSentinel;
      const { answer: answer2, gas } = isSentinel ? { answer: "0x", gas: sentinelGas2 } : isClock ? { answer: blockTime(), gas: 3e3 } : run(target, callData);
      const given = Math.floor(left * 63 / 64);
      left -= Math.min(gas, given);
      const success = gas <= given && answer2 !== null;
      return { success, returnData: success ? answer2 ?? "0x" : "0x" };
    });
    if (left < 1e3) return { ok: false, code: -32e3, message: "out of gas", data: null };
    const result = encodeFunctionResult({
      abi: multicall3Abi,
      functionName: "aggregate3",
      result: results
    });
    return { ok: true, result };
  };
  const blockTime = () => encodeAbiParameters4(parseAbiParameters3("uint256"), [
    BigInt(Math.floor(chain.now / 1e3) - chain.blockAgeSeconds)
  ]);
  const answer = (call3) => {
    const own = chain.intercept?.(call3) ?? null;
    if (own !== null) return own;
    if (call3.method === "eth_gasPrice") return { ok: true, result: "0x3b9aca00" };
    const [params] = call3.params;
    if (call3.method !== "eth_call" || !isCall(params))
      throw new Error(`no answer to ${call3.method}`);
    if (params.to.toLowerCase() === multicall) {
      if (params.data === clockSelector) return { ok: true, result: blockTime() };
      return chain.hasMulticall ? aggregate(params.data) : { ok: true, result: "0x" };
    }
    const { answer: result } = run(params.to, params.data);
    return result === null ? { ok: false, code: 3, message: "execution reverted", data: "0x" } : { ok: true, result };
  };
  const chain = {
    gasCap: 5e7,
    hasMulticall: true,
    intercept: null,
    chainId: 1,
    now: 176e10,
    blockAgeSeconds: 2,
    batches: [],
    lastTargets: () => targets,
    place: (address2, contract) => {
      if (contract === null) contracts.delete(address2.toLowerCase());
      else contracts.set(address2.toLowerCase(), contract);
    },
    context: {
      http: {
        send: () => Promise.reject(new Error("no HTTP here")),
        close: () => Promise.resolve()
      },
      ton: noTon,
      rpc: {
        batch: (asked, calls) => {
          if (asked !== blockchain) throw new Error(`asked ${asked}`);
          chain.batches.push([...calls]);
          targets = /* @__PURE__ */ new Set();
          return Promise.resolve(calls.map(answer));
        },
        call: () => Promise.reject(new Error("only batches are expected")),
        has: (asked) => asked === blockchain
      },
      chainId: (asked) => asked === blockchain ? chain.chainId : null,
      now: () => chain.now,
      signal: new AbortController().signal
    }
  };
  return chain;
}
function isCall(params) {
  return typeof params === "object" && params !== null && "to" in params && "data" in params;
}
function pool2(from, to, price3, depth, fee) {
  const scaled2 = BigInt(Math.round(price3 * 1e18));
  const swap = (amountIn2) => {
    const ideal = amountIn2 * scaled2 / 10n ** 18n;
    return ideal * depth / (depth + ideal);
  };
  return fee === void 0 ? { from, to, swap } : { from, to, fee, swap };
}
function v2Router({ factory: factory2, wrapped, getter = "WETH" }, pools, variant = "plain") {
  const quote = variant === "twamm" ? "getAmountsOutWithTwamm" : "getAmountsOut";
  return (data) => {
    const { functionName, args } = decode(data);
    if (functionName === "factory") return { answer: address(factory2), gas: 3e3 };
    if (functionName === getter) return { answer: address(wrapped), gas: 3e3 };
    if (functionName !== quote) return { answer: null, gas: 500 };
    const [amountIn2, path] = args;
    const amounts = [amountIn2];
    for (let hop = 0; hop + 1 < path.length; hop += 1) {
      const found = findPool(pools, path[hop], path[hop + 1]);
      const out2 = found?.swap(amounts[hop] ?? 0n) ?? 0n;
      if (out2 === 0n) return { answer: null, gas: 6e3 };
      amounts.push(out2);
    }
    return {
      answer: encodeAbiParameters4(parseAbiParameters3("uint256[]"), [amounts]),
      gas: 2e4 * (path.length - 1)
    };
  };
}
function v3Router({ factory: factory2, wrapped }, generation) {
  return (data) => {
    const { functionName } = decode(data);
    if (functionName === "factory") return { answer: address(factory2), gas: 3e3 };
    if (functionName === "WETH9") return { answer: address(wrapped), gas: 3e3 };
    if (functionName === "factoryV2" && generation === "02") {
      return { answer: encodeAbiParameters4(parseAbiParameters3("uint256"), [0n]), gas: 3e3 };
    }
    return { answer: null, gas: 500 };
  };
}
function v3Quoter(factory2, pools, gasOf = () => 9e4) {
  return (data) => {
    const { functionName, args } = decode(data);
    if (functionName === "factory") return { answer: address(factory2), gas: 3e3 };
    if (functionName === "quoteExactInputSingle") {
      const [{ tokenIn, tokenOut, amountIn: amountIn3, fee }] = args;
      const found = findPool(pools, tokenIn, tokenOut, fee);
      const out2 = found?.swap(amountIn3) ?? 0n;
      if (found === void 0 || out2 === 0n) return { answer: null, gas: 6e3 };
      const answer2 = encodeAbiParameters4(parseAbiParameters3("uint256, uint160, uint32, uint256"), [
        out2,
        1n << 96n,
        1,
        80000n
      ]);
      return { answer: answer2, gas: gasOf(found) };
    }
    if (functionName !== "quoteExactInput") return { answer: null, gas: 500 };
    const [path, amountIn2] = args;
    let amount = amountIn2;
    let gas = 0;
    for (let at4 = 2; at4 + 86 <= path.length; at4 += 46) {
      const found = findPool(
        pools,
        `0x${path.slice(at4, at4 + 40)}`,
        `0x${path.slice(at4 + 46, at4 + 86)}`,
        Number(`0x${path.slice(at4 + 40, at4 + 46)}`)
      );
      amount = found?.swap(amount) ?? 0n;
      if (found === void 0 || amount === 0n) return { answer: null, gas: 6e3 + gas };
      gas += gasOf(found);
    }
    const answer = encodeAbiParameters4(
      parseAbiParameters3("uint256, uint160[], uint32[], uint256"),
      [amount, [1n << 96n, 1n << 96n], [1, 1], BigInt(gas)]
    );
    return { answer, gas };
  };
}
function wrappedToken() {
  return (data) => decode(data).functionName === "decimals" ? { answer: encodeAbiParameters4(parseAbiParameters3("uint8"), [18]), gas: 1e3 } : { answer: null, gas: 500 };
}
function decode(data) {
  try {
    return decodeFunctionData4({ abi, data });
  } catch {
    return { functionName: null, args: [] };
  }
}
function findPool(pools, from, to, fee) {
  const same2 = (a, b) => a.toLowerCase() === b?.toLowerCase();
  return pools.find((each) => same2(each.from, from) && same2(each.to, to) && each.fee === fee);
}
function address(value) {
  return `0x${value.slice(2).toLowerCase().padStart(64, "0")}`;
}
var multicall, sentinelGas2, clockSelector, abi;
var init_fakeChain = __esm({
  "test/providers/onchain/support/fakeChain.ts"() {
    "use strict";
    init_noTon();
    multicall = "0xca11bde05977b3631167028862be2a173976ca11";
    sentinelGas2 = 55e4;
    clockSelector = "0x0f28c97d";
    abi = parseAbi5([
      "function factory()",
      "function WETH()",
      "function WAVAX()",
      "function WETH9()",
      "function factoryV2()",
      "function decimals()",
      "function getAmountsOut(uint256 amountIn, address[] path)",
      "function getAmountsOutWithTwamm(uint256 amountIn, address[] path)",
      "function quoteExactInputSingle((address tokenIn, address tokenOut, uint256 amountIn, uint24 fee, uint160 limit) params)",
      "function quoteExactInput(bytes path, uint256 amountIn)"
    ]);
  }
});

// test/providers/onchain/support/requests.ts
function coin(blockchain) {
  return { ...erc202(blockchain, zeroAddress, "COIN", 18), native: true };
}
function erc202(blockchain, address2, symbol, decimals) {
  return { blockchain, address: address2, symbol, name: symbol, decimals, listed: true, native: false };
}
function toRequest(srcToken, dstToken, srcAmount, more = {}) {
  return requestOf(srcToken, dstToken, srcAmount, { fromAddress: alice3, ...more });
}
var alice3, bob3;
var init_requests2 = __esm({
  "test/providers/onchain/support/requests.ts"() {
    "use strict";
    init_token();
    init_depositSupport();
    alice3 = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
    bob3 = "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC";
  }
});

// test/providers/onchain/support/baseChain.ts
function createBase() {
  const chain = createFakeChain("BASE");
  chain.place(uniswap.router, v2Router(uniswap, [pool2(weth, usdc3.address, price2, deep)]));
  chain.place(sushi.router, v2Router(sushi, [pool2(weth, usdc3.address, 298e-11, deep)]));
  chain.place(base2.router, v2Router(base2, [pool2(weth, usdc3.address, 295e-11, deep)]));
  chain.place(base3.router, v3Router(base3, "02"));
  chain.place(
    base3.quoter,
    v3Quoter(base3.factory, [pool2(weth, usdc3.address, 296e-11, deep, 450)])
  );
  chain.place(uni3.router, v3Router(uni3, "02"));
  chain.place(uni3.quoter, v3Quoter(uni3.factory, uni3Pools));
  chain.place(weth, wrappedToken());
  return chain;
}
function rowOf(id2, family2) {
  const row = chainRows("BASE")?.rows.find((each) => each.id === id2 && each.family === family2);
  if (row === void 0) throw new Error(`no row ${id2}`);
  return row;
}
function v2Facts(id2) {
  const row = rowOf(id2, "uniswap-v2");
  if (row.family !== "uniswap-v2" || row.factory === null) throw new Error(id2);
  return { router: row.router, factory: row.factory, wrapped: row.wrapped };
}
function v3Facts(id2) {
  const row = rowOf(id2, "uniswap-v3");
  if (row.family !== "uniswap-v3" || row.factory === null) throw new Error(id2);
  return { router: row.router, quoter: row.quoter, factory: row.factory, wrapped: row.wrapped };
}
var weth, usdc3, dai, eth, one, price2, deep, uniswap, sushi, base2, base3, uni3, uni3Pools;
var init_baseChain = __esm({
  "test/providers/onchain/support/baseChain.ts"() {
    "use strict";
    init_onchain();
    init_rows();
    init_fakeChain();
    init_requests2();
    weth = "0x4200000000000000000000000000000000000006";
    usdc3 = erc202("BASE", "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913", "USDC", 6);
    dai = erc202("BASE", "0x50c5725949A6F0c72E6C4a641F24049A917DB0Cb", "DAI", 18);
    eth = coin("BASE");
    one = 10n ** 18n;
    price2 = 3e-9;
    deep = 10n ** 13n;
    uniswap = v2Facts("UNISWAP_V2");
    sushi = v2Facts("SUSHI_SWAP");
    base2 = v2Facts("BASE_SWAP");
    base3 = v3Facts("BASE_SWAP");
    uni3 = v3Facts("UNI_SWAP_V3");
    uni3Pools = [
      pool2(weth, usdc3.address, 2999e-12, deep, 500),
      pool2(weth, usdc3.address, 299e-11, deep, 3e3),
      pool2(usdc3.address, dai.address, 9999e8, deep * one, 100)
    ];
  }
});

// test/providers/onchain/support/minedSwap.ts
async function minedSwap(id2, request3) {
  const { context } = createBase();
  const reader = createOnchainProvider();
  const { quotes } = await reader.quote(request3, /* @__PURE__ */ new Set([id2]), context);
  const [quote] = quotes;
  if (quote === void 0) throw new Error(`no quote of ${id2}`);
  const { transaction: transaction2 } = await reader.build(quote, context);
  if (transaction2.kind !== "evm") throw new Error("no transaction");
  const receiver2 = request3.receiver ?? alice3;
  const topic = (address2) => `0x${address2.slice(2).toLowerCase().padStart(64, "0")}`;
  const log = {
    address: request3.dstToken.address,
    topics: [transfer2, topic(transaction2.to), topic(receiver2)],
    data: `0x${quote.dstAmount.toString(16).padStart(64, "0")}`
  };
  const ref = {
    srcBlockchain: "BASE",
    srcTxHash: hash2,
    dstBlockchain: "BASE",
    orderId: null,
    fromAddress: alice3,
    receiver: receiver2,
    durationSeconds: null,
    startedAtMs: null,
    providerState: null
  };
  const { to, data } = transaction2;
  return {
    transaction: transaction2,
    receipt: receiptOf(hash2, { from: alice3, to, logs: [log] }),
    sent: { hash: hash2, from: alice3, to, input: data, value: "0x0" },
    ask: (batch, more = {}) => {
      const rpc = { ...context.rpc, batch };
      return createOnchainProvider().status(id2, { ...ref, ...more }, { ...context, rpc });
    }
  };
}
var hash2, transfer2;
var init_minedSwap = __esm({
  "test/providers/onchain/support/minedSwap.ts"() {
    "use strict";
    init_onchain();
    init_depositSupport();
    init_baseChain();
    init_requests2();
    hash2 = `0x${"ab".repeat(32)}`;
    transfer2 = "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef";
  }
});

// test/campaign/11-status/exchangeLies.ts
async function exchangeLiars() {
  const paid = toRequest(eth, usdc3, one, { receiver: bob3 });
  const wrapped = toRequest(eth, erc202("BASE", weth, "WETH", 18), one);
  return [
    receiptLiar("exchanges", await minedSwap("UNI_SWAP_V3", paid)),
    receiptLiar("WRAPPED", await minedSwap("WRAPPED", wrapped))
  ];
}
function receiptLiar(name2, { transaction: transaction2, receipt, sent, ask: askNode }) {
  const ok = (result) => ({ ok: true, result });
  const error = (message) => ({ ok: false, code: -32e3, message, data: null });
  const ask = (told3, more) => askNode(async () => [told3.receipt ?? ok(receipt), told3.transaction ?? ok(sent)], more);
  const lie = (what, told3, more) => ({
    name: what,
    ask: () => ask(told3, more)
  });
  const state = (status) => ({ receipt: ok({ ...receipt, status }) });
  const elsewhere = (to) => ({
    receipt: ok({ ...receipt, to }),
    transaction: ok({ ...sent, to })
  });
  const failing = (code) => ({
    name: code,
    ask: () => askNode(() => Promise.reject(new SwaprouteError(code, "It did not answer.")))
  });
  const none = { receipt: ok(null), transaction: ok(null) };
  const lies = [
    lie("no receipt", { receipt: ok(null) }),
    lie("nothing of it", none),
    ...[
      "0x",
      "0x2",
      "0x01",
      "1",
      1,
      true,
      "success",
      "",
      null,
      [],
      {},
      "0xffffffff",
      "0x1\0",
      " 0x1"
    ].map((status) => lie(`the state ${JSON.stringify(status)}`, state(status))),
    ...[mallory2, usdc3.address, "0x", null, "", 7, {}, `${transaction2.to}00`].map(
      (to) => lie(`a transaction to ${JSON.stringify(to)}`, elsewhere(to))
    ),
    lie("a list for a receipt", { receipt: ok([]) }),
    lie("a text for a receipt", { receipt: ok("0x1") }),
    lie("a failure of the node", { receipt: error("internal"), transaction: error("internal") }),
    lie(
      "another exchange of the registry",
      elsewhere("0x8cFe327CEc66d1C090Dd72bd0FF11d690C33a2Eb"),
      {}
    ),
    failing("CHAIN_UNAVAILABLE"),
    failing("TIMED_OUT"),
    failing("RATE_LIMITED")
  ];
  const truths = [
    { name: "mined", word: "SUCCESS", ask: () => ask({}) },
    { name: "reverted", word: "FAIL", ask: () => ask(state("0x0")) }
  ];
  return { name: name2, lies, truths };
}
var mallory2;
var init_exchangeLies = __esm({
  "test/campaign/11-status/exchangeLies.ts"() {
    "use strict";
    init_errors();
    init_baseChain();
    init_minedSwap();
    init_requests2();
    mallory2 = "0xb063b120e898232aaa43428fbece4343525ae918";
  }
});

// test/campaign/11-status/callLies.ts
async function callLiar(name2, it) {
  const mined = await minedCall(it);
  const { orders } = it;
  if (orders === void 0) return receiptLiar(name2, mined);
  const { hashes: hashes2, follow, built } = mined;
  const { done, refunded, words, told: told3 } = orders;
  const other = { ...mined.accepted, srcAmount: 1n };
  const paidOut2 = { paid: hashes2.paid, payout: hashes2.payout };
  const givenBack = { paid: hashes2.paid, refund: hashes2.refund };
  const ask = (calls, { chain, ref } = {}) => follow(play(serviceUrl, calls).context.http, chain, ref);
  const lie = (what, calls, asked) => ({
    name: what,
    ask: () => ask(calls, asked)
  });
  const success = (change = {}) => told3(done, { ...paidOut2, ...change });
  const refund2 = (change = {}) => told3(refunded, { ...givenBack, ...change });
  const payout3 = (change) => ({
    chain: { payout: change }
  });
  const back = (change) => ({ chain: { refund: change } });
  const answered = (body2, status = 200) => success().map((call3) => ({ ...call3, status, body: body2 }));
  const fails = (code) => success().map((call3) => ({ ...call3, fails: new SwaprouteError(code, "It did not answer.") }));
  const { amount, half } = { amount: built.dstAmount, half: built.dstAmount / 2n };
  const yesterday = Date.UTC(2026, 10, 19, 9);
  const lies = [
    ...["AWordOfTomorrow", "constructor", "__proto__", "", "success", done.toUpperCase()].filter((word2) => word2 !== done).map((word2) => lie(`the word "${word2}"`, told3(word2, paidOut2))),
    lie("a word with control characters", told3(`\x1B[2J${done}\u202E`, paidOut2)),
    ...words.map(([word2]) => lie(`${word2} that names a payout`, told3(word2, paidOut2))),
    lie("a success without a hash", told3(done, { paid: hashes2.paid })),
    lie("a success with a text for a hash", success({ payout: "soon" })),
    lie("a success by a hash of another form", success({ payout: hashes2.payout.slice(2) })),
    lie("a success by a foreign hash", success({ payout: hash("foreign") })),
    lie("a success by our own payment", success({ payout: hashes2.paid })),
    lie("a hash without a transaction", success(), payout3("missing")),
    lie("a transaction that failed", success(), payout3({ reverted: true })),
    lie("a payment to somebody else", success(), payout3({ to: evm("mallory") })),
    lie("a payment to the payer", success(), payout3({ to: it.request.fromAddress })),
    lie("a payment of another token", success(), payout3({ token: it.request.srcToken })),
    lie("a payment of dust", success(), payout3({ amount: 1n })),
    lie("a payment of a hundredth", success(), payout3({ amount: amount / 100n })),
    lie("a payment of nine times as much", success(), payout3({ amount: half * 18n })),
    lie("the payment of a swap of yesterday", success(), payout3({ atMs: yesterday })),
    lie("the payment of 1970", success(), payout3({ atMs: 1e3 })),
    lie("a success where no node can be asked", success(), { chain: { blind: true } }),
    lie("a success of another payment", success({ paid: hash("other") })),
    ...orders.foreign.map(
      ([what, bend2]) => lie(
        `a success of ${what}`,
        success().map((call3) => ({ ...call3, body: bent(call3.body, bend2) }))
      )
    ),
    lie("a success before the payment is in a block", success(), {
      chain: { paid: { status: null } }
    }),
    lie("a success of a payment of another contract", success(), {
      chain: { paid: { to: evm("mallory") } }
    }),
    lie("a success of a payment of another amount (S9)", success(), {
      chain: { paid: { input: dataOf(it, argumentsFor(it, other)) } }
    }),
    lie("a refund without a hash", told3(refunded, { paid: hashes2.paid })),
    lie("a refund by a text", refund2({ refund: "soon" })),
    lie("a refund by our own payment", refund2({ refund: hashes2.paid })),
    lie("a refund that no chain shows", refund2(), back("missing")),
    lie("a refund that failed", refund2(), back({ reverted: true })),
    lie("a refund to a stranger", refund2(), back({ to: evm("mallory") })),
    lie("a refund of another token", refund2(), back({ token: it.request.dstToken })),
    lie("a refund older than the order", refund2(), back({ atMs: yesterday })),
    lie("no such order", answered({ message: "not found" }, 404)),
    lie("a failure of the server", answered({ error: "internal" }, 500)),
    lie("a gateway without a server", answered("<html>", 502)),
    lie("nothing", answered(null)),
    lie("an empty object", answered({})),
    lie("a list", answered([])),
    lie("a text", answered(done)),
    lie("no answer in time", fails("TIMED_OUT")),
    lie("no connection", fails("UPSTREAM_FAILED")),
    lie("asked too often", fails("RATE_LIMITED"))
  ];
  const truths = [
    { name: "paid", word: "SUCCESS", ask: () => ask(success()) },
    { name: "refunded", word: "REVERTED", ask: () => ask(refund2()) },
    {
      name: "the payment failed",
      word: "FAIL",
      ask: () => ask(told3(words[0]?.[0] ?? ""), { chain: { paid: { status: "0x0" } } })
    },
    ...words.map(([name_, word2]) => ({ name: name_, word: word2, ask: () => ask(told3(name_)) }))
  ];
  return { name: name2, lies, truths };
}
var init_callLies = __esm({
  "test/campaign/11-status/callLies.ts"() {
    "use strict";
    init_errors();
    init_callCase();
    init_depositSupport();
    init_minedCall();
    init_exchangeLies();
  }
});

// src/execution/deposit/orderTerms.ts
function readOrder(built, order3, nowMs2, options) {
  const { instruction, amount } = readInstruction(built);
  checkPair2(built, order3);
  checkAmount(amount, order3);
  checkPlace(instruction.depositAddress, order3, options);
  if (instruction.memo !== null)
    checkMemo(instruction.memo.value, order3.request.srcToken.blockchain);
  const { expiresAtMs } = instruction;
  if (expiresAtMs !== null && expiresAtMs <= nowMs2) {
    throw unsafeOrder("D7", "The order has already expired.", { field: "expiresAt" });
  }
  const accepted = termsOf(order3.route);
  const { dstAmount, dstMinAmount } = builtTerms({ ...built, fees: null }, order3.route);
  checkMinimum({
    dstToken: order3.request.dstToken,
    decodedMin: null,
    claimedMin: dstMinAmount,
    ...acceptedMinimum({ request: order3.request, quoted: accepted, kind: "deposit" }),
    minReceive: order3.minReceive
  });
  checkPromise(dstAmount, accepted.dstAmount);
  return { instruction, dstAmount, dstMinAmount, answer: built.answer };
}
function readInstruction({ transaction: transaction2, answer }) {
  if (transaction2.kind !== "deposit") throw noOrder(answer);
  const { depositAddress: depositAddress2, amountToSend, exchangeId, amount, memo, expiresAtMs } = transaction2;
  if (amountToSend === null || exchangeId === null || exchangeId === "") throw noOrder(answer);
  if (!/^[\x21-\x7e]{1,200}$/.test(exchangeId)) {
    throw unsafeOrder("D3", "The order number is invalid.", { field: "exchangeId" });
  }
  if (expiresAtMs !== null && typeof expiresAtMs !== "number") {
    const { odd: field } = expiresAtMs;
    throw unsafeOrder("D6", "The deadline of the order is not a time.", { field });
  }
  return { instruction: { depositAddress: depositAddress2, amountToSend, exchangeId, memo, expiresAtMs }, amount };
}
function noOrder({ transaction: transaction2 }) {
  return new SwaprouteError("UPSTREAM_REFUSED", "The service returned no deposit order.", {
    hint: "Nothing can be paid. Get a new quote, or choose another provider with --provider.",
    context: { members: Object.keys(transaction2) }
  });
}
function checkPair2({ pair: pair2 }, { request: { srcToken, dstToken } }) {
  if (pair2 === null) return;
  const same2 = (a, b) => a.toLowerCase() === b.toLowerCase();
  const differing = [
    ["srcTokenBlockchain", pair2.src.blockchain === srcToken.blockchain],
    ["srcTokenAddress", same2(pair2.src.address, srcToken.address)],
    ["dstTokenBlockchain", pair2.dst.blockchain === dstToken.blockchain],
    ["dstTokenAddress", same2(pair2.dst.address, dstToken.address)]
  ].find(([, equal]) => !equal);
  if (differing === void 0) return;
  throw unsafeOrder("D6", "The order is for another token or chain.", { field: differing[0] });
}
function checkAmount(amount, { request: { srcAmount } }) {
  if (amount === srcAmount) return;
  throw unsafeOrder("D8", "The order asks for a different amount than accepted.", {
    field: "amountToSend"
  });
}
function checkPromise(dstAmount, quoted2) {
  if (dstAmount * 100n <= quoted2 * promisePercent) return;
  throw unsafeOrder("P3", "The order promises over 20% more than its quote.", {
    field: "destinationWeiAmount"
  });
}
function checkPlace(address2, facts, { sandbox }) {
  const { fromAddress, receiver: receiver2, refundAddress, request: request3 } = facts;
  const { srcToken, dstToken } = request3;
  const chain = chainById(srcToken.blockchain);
  const sharesForm = chainById(dstToken.blockchain).addressFormat === chain.addressFormat;
  const own = [fromAddress, refundAddress, sharesForm ? receiver2 : null].flatMap(
    (text4) => text4 === null ? [] : [text4]
  );
  const others = [...own, srcToken.address, ...sharesForm ? [dstToken.address] : []];
  const key = spellingOf(chain, address2);
  if (others.some((other) => spellingOf(chain, other) === key)) {
    throw unsafeOrder(
      "D4",
      "The order names a deposit address that has another role in this swap.",
      {
        field: "depositAddress"
      }
    );
  }
  try {
    checkReceiver(chain, address2, { knownAddresses: own, sandbox });
  } catch (thrown) {
    if (!(thrown instanceof SwaprouteError)) throw thrown;
    throw unsafeOrder("D4", `The order names an address that must not be paid on ${chain.id}.`, {
      field: "depositAddress"
    });
  }
}
function spellingOf(chain, text4) {
  const own = chain.addressFormat === "ton" ? toRawTonAddress(text4) : chain.addressFormat === "xrp" ? classicXrpAddress(text4) : null;
  if (own !== null) return own;
  try {
    return checkAddress(chain, text4).address.toLowerCase();
  } catch (thrown) {
    if (thrown instanceof SwaprouteError) return text4.toLowerCase();
    throw thrown;
  }
}
function checkMemo(memo, blockchain) {
  const isSound = blockchain === "RIPPLE" ? /^(?:0|[1-9]\d{0,9})$/.test(memo) && Number(memo) <= 4294967295 : /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(memo) && memo.length <= (longestMemo2[blockchain] ?? 256);
  if (isSound && !isEvmChain(chainById(blockchain))) return;
  throw unsafeOrder(
    "D5",
    `The order requires a memo that a payment on ${blockchain} cannot carry.`,
    {
      field: "memo"
    }
  );
}
function unsafeOrder(check, what, facts = {}) {
  return new SwaprouteError("UNSAFE_ROUTE", `${what} (check ${check})`, {
    hint: "The address is not shown. Do not pay; choose another provider with --provider.",
    context: { check, ...facts }
  });
}
var promisePercent, longestMemo2;
var init_orderTerms = __esm({
  "src/execution/deposit/orderTerms.ts"() {
    "use strict";
    init_addresses();
    init_xrp();
    init_chains2();
    init_address();
    init_errors();
    init_amounts2();
    init_route();
    promisePercent = 120n;
    longestMemo2 = { STELLAR: 28, TON: 120 };
  }
});

// test/campaign/02-mutations/looseServer.ts
import { isDeepStrictEqual as isDeepStrictEqual2 } from "node:util";
function looseServer(baseUrl4, exchanges, answers, rpc = {}) {
  const left = exchanges.map((exchange2, index) => ({ exchange: exchange2, index }));
  const asked = [];
  const answerTo = (request3) => {
    const path = request3.url.slice(baseUrl4.length);
    const method = request3.method ?? "GET";
    const like = ({ exchange: exchange2 }) => (exchange2.method ?? "GET") === method && shapeOf(exchange2.path) === shapeOf(path);
    const exact = ({ exchange: exchange2 }) => exchange2.path === path && (exchange2.request === void 0 || isDeepStrictEqual2(exchange2.request, request3.body));
    const candidates = left.filter(like);
    const found = candidates.find(exact) ?? candidates[0];
    if (found === void 0) return { status: 404, body: { message: "not found" } };
    if (candidates.length > 1) left.splice(left.indexOf(found), 1);
    return answers[found.index] ?? { status: 500, body: {} };
  };
  return {
    asked,
    context: {
      http: {
        send: async (request3) => {
          asked.push(request3);
          const answer = answerTo(request3);
          return { status: answer.status, retryAfterSeconds: null, body: bodyOf(answer) };
        },
        close: async () => {
        }
      },
      rpc: {
        has: (blockchain) => blockchain === "ETH",
        call: async (blockchain, method, params) => rpc[rpcKey(blockchain, method, params)] ?? null,
        batch: async (blockchain, calls) => calls.map(({ method, params }) => ({
          ok: true,
          result: rpc[rpcKey(blockchain, method, params)] ?? null
        }))
      },
      ton: noTon,
      chainId: (blockchain) => chainById(blockchain).chainId,
      now: () => nowMs,
      signal: new AbortController().signal
    }
  };
}
function shapeOf(path) {
  return (path.split("?")[0] ?? "").split("/").slice(0, 3).join("/");
}
var init_looseServer = __esm({
  "test/campaign/02-mutations/looseServer.ts"() {
    "use strict";
    init_chains2();
    init_depositSupport();
    init_noTon();
    init_story();
  }
});

// test/support/requests.ts
function requestFor({ srcToken, dstToken, srcAmount }, more = {}) {
  const srcAmountText = formatAmount(srcAmount, srcToken.decimals);
  return { srcToken, dstToken, srcAmount, srcAmountText, ...more };
}
var init_requests3 = __esm({
  "test/support/requests.ts"() {
    "use strict";
    init_amounts();
  }
});

// test/campaign/02-mutations/deposits.ts
import { bech32 as bech324, bech32m as bech32m2, createBase58check as createBase58check2 } from "@scure/base";
import { sha256 as sha2564 } from "@noble/hashes/sha2.js";
async function depositSubject(name2, it) {
  const { provider: provider4, baseUrl: baseUrl4, request: request3 } = it;
  const { id: id2, calls, quote, built } = await openedOrder(it);
  const rpc = evmPayment({
    token: request3.dstToken,
    to: receiver,
    amount: built.dstAmount,
    hash: payout
  });
  const quoting = {
    name: "quote",
    weight: 3,
    answers: honest(it.quote),
    play: async ({ answers }) => {
      const { context } = looseServer(baseUrl4, it.quote, answers);
      const { quotes } = await provider4.quote(request3, new Set(provider4.ids), context);
      for (const one2 of quotes) checkQuote(one2, it);
      return quotes;
    }
  };
  const ordering = {
    name: "order",
    weight: 6,
    answers: honest(calls),
    play: async (told3) => {
      const { context, asked } = looseServer(baseUrl4, calls, told3.answers);
      const again2 = await provider4.build(quote, context);
      const facts = {
        request: requestFor(request3),
        fromAddress: request3.fromAddress,
        refundAddress: request3.refundAddress,
        receiver,
        minReceive: null,
        route: readRouteItem(routeOf(quote))
      };
      readOrder(answerOf(quote, again2), facts, nowMs, { sandbox: false });
      checkOrder(it, quote, again2, told3, calls);
      const sent = decodeURIComponent(
        JSON.stringify(asked.map(({ url, body: body2 }) => [url, body2])).replaceAll("%", "%25")
      ).toLowerCase();
      if (!decodeURIComponent(sent).includes(receiver.toLowerCase()))
        throw new Unsafe("the receiver was never named");
      return again2.transaction;
    }
  };
  const statusStory3 = (what, weight, exchanges) => ({
    name: `status ${what}`,
    weight,
    answers: honest(exchanges),
    play: async ({ answers }) => {
      const { context } = looseServer(baseUrl4, exchanges, answers, rpc);
      const status = await provider4.status(id2, refOf(quote, built, { srcTxHash: payment }), context);
      checkStatus(it, status, built, answers);
      return status;
    }
  });
  const words = it.words.map(
    ([word2, exchanges]) => statusStory3(word2, 3 / it.words.length, exchanges)
  );
  return {
    name: name2,
    stories: [
      quoting,
      ordering,
      ...words,
      statusStory3("paid", 2, it.paid(payout, built.dstAmount)),
      statusStory3("refunded", 1, it.refunded(plainHash("refund")))
    ]
  };
}
async function openedOrder(it) {
  const { provider: provider4, baseUrl: baseUrl4, request: request3, rate } = it;
  const [id2] = provider4.ids;
  if (id2 === void 0) throw new Error("no identifier");
  const played = (calls2) => looseServer(baseUrl4, calls2, honest(calls2)).context;
  const calls = orderCallsOf(it);
  const quote = await quoteOf(provider4, request3, played(it.quote), rate);
  return { id: id2, calls, quote, built: await provider4.build(quote, played(calls)) };
}
function honest(exchanges) {
  return exchanges.map(({ status = 200, body: body2 }) => ({ status, body: body2 }));
}
function checkQuote(quote, { request: request3 }) {
  const { dstAmount, dstMinAmount, spender, executionKind } = quote;
  if (executionKind !== "deposit" || spender !== null)
    throw new Unsafe("a deposit that wants more than a deposit");
  if (quote.request.srcAmount !== request3.srcAmount)
    throw new Unsafe("the amount of the offer is not the asked one");
  if (dstMinAmount <= 0n || dstMinAmount > dstAmount)
    throw new Unsafe(`at least ${dstMinAmount} of ${dstAmount}`);
}
function checkOrder(it, quote, built, { bent: bent2, answers }, calls) {
  const { transaction: transaction2 } = built;
  if (transaction2.kind !== "deposit") throw new Unsafe("no deposit");
  if (transaction2.amountToSend !== "0.015")
    throw new Unsafe(`${transaction2.amountToSend} are to be sent`);
  if (built.dstMinAmount < quote.dstMinAmount || built.dstAmount < built.dstMinAmount) {
    throw new Unsafe(`at least ${built.dstMinAmount} where ${quote.dstMinAmount} were accepted`);
  }
  const { expiresAtMs } = transaction2;
  if (expiresAtMs !== null && !(expiresAtMs > nowMs)) throw new Unsafe("its time is over");
  const isTold = isSame5(transaction2.depositAddress, depositAddress);
  const isToldTwice = JSON.stringify(it.readBack.body).includes(depositAddress);
  if (!isTold && isToldTwice && bent2 !== "all")
    throw new Unsafe("one of two answers changed the address");
  if (!isTold) checkBitcoinAddress(transaction2.depositAddress);
  if ([receiver, refund].some((own) => isSame5(own, transaction2.depositAddress)))
    throw new Unsafe("pays its own parties");
  checkMemo2(it, quote, transaction2.extraFields?.value ?? null);
  checkParties(it, answers, calls);
}
function checkMemo2({ create: create2 }, quote, memo) {
  if (create2 !== null) {
    if (memo !== null) throw new Unsafe("a memo that BITCOIN has no place for");
    return;
  }
  const [action, asset = "", to = "", limit = "", ...more] = (memo ?? "").split(":");
  const wanted2 = quote.dstMinAmount * 100n;
  const isSound = action === "=" && asset.startsWith("ETH.USDC") && isSame5(to, receiver) && more.length === 0;
  if (!isSound || !/^\d+$/.test(limit) || BigInt(limit) < wanted2)
    throw new Unsafe(`the memo ${memo}`);
}
function checkParties(it, answers, calls) {
  const own = [receiver, refund];
  for (const [index, { body: body2 }] of calls.entries()) {
    if (it.before?.includes(calls[index]) === true) continue;
    for (const { way, value } of textsIn(body2)) {
      if (way.includes("user") || way.includes("metadata")) continue;
      const party = own.find((address2) => isSame5(address2, value));
      if (party === void 0) continue;
      const answer = answers[index];
      if (answer === void 0 || answer.status >= 400 || isForeign(body2, answer.body)) continue;
      const told3 = way.reduce((place, key) => place?.[key], answers[index]?.body);
      if (typeof told3 === "string" && told3 !== "" && !isSame5(told3, party)) {
        throw new Unsafe(`${way.join(".")} of answer ${index} named ${told3.slice(0, 60)}`);
      }
    }
  }
}
function isForeign(honestBody, told3) {
  const id2 = honestBody.requests?.[0]?.id;
  return id2 !== void 0 && told3?.requests?.[0]?.id !== id2;
}
function textsIn(value, way = []) {
  if (typeof value === "string") return [{ way, value }];
  if (typeof value !== "object" || value === null) return [];
  return Object.keys(value).flatMap((key) => textsIn(value[key], [...way, key]));
}
function checkBitcoinAddress(text4) {
  try {
    const lower = text4.toLowerCase();
    if (lower.startsWith("bc1")) {
      const { words, prefix } = (lower.startsWith("bc1q") ? bech324 : bech32m2).decode(
        lower
      );
      if (prefix === "bc" && words.length > 10) return;
    } else if ([0, 5].includes(base58check.decode(text4)[0] ?? -1)) return;
  } catch {
  }
  throw new Unsafe(`${text4} is no address of BITCOIN`);
}
function isSame5(a, b) {
  return a.toLowerCase() === b.toLowerCase();
}
function checkStatus(it, { status, destinationTxHash, receivedAmount }, built, answers) {
  const bodies = answers.map(({ body: body2 }) => typeof body2 === "symbol" ? null : body2);
  if (status === "SUCCESS") {
    if (destinationTxHash === payout && receivedAmount === built.dstAmount) return;
    throw new Unsafe(`SUCCESS by ${destinationTxHash} of ${receivedAmount}`);
  }
  if (status === "REVERTED") {
    const named = destinationTxHash ?? "";
    const isSaid = JSON.stringify(bodies).toLowerCase().includes(named.toLowerCase());
    if (/^(?:0x)?[0-9a-f]{64}$/i.test(named) && isSaid && !isSame5(named, payment)) return;
    throw new Unsafe(`REVERTED by ${named}`);
  }
  if (status === "FAIL" && !saysFailed(it, bodies)) throw new Unsafe("FAIL, and nobody said so");
}
function saysFailed({ words, readBack: readBack3 }, bodies) {
  const told3 = (isFailure) => words.filter(([, , { status }]) => status === "FAIL" === isFailure && status !== "REVERT").flatMap(([, calls]) => marksOf(calls.map(({ body: body2 }) => body2)));
  const usual = /* @__PURE__ */ new Set([...told3(false), ...marksOf([readBack3.body])]);
  const marks3 = new Set(told3(true).filter((mark) => !usual.has(mark)));
  return marksOf(bodies).some((mark) => marks3.has(mark));
}
function marksOf(bodies) {
  const marks3 = (value, key) => typeof value === "object" && value !== null ? Object.entries(value).flatMap(
    ([name2, one2]) => marks3(one2, Array.isArray(value) ? key : name2)
  ) : [`${key}=${String(value)}`];
  return bodies.flatMap((body2) => marks3(body2, ""));
}
var base58check, payout, payment;
var init_deposits = __esm({
  "test/campaign/02-mutations/deposits.ts"() {
    "use strict";
    init_orderTerms();
    init_depositContract();
    init_depositSupport();
    init_looseServer();
    init_story();
    init_wireAnswer();
    init_requests3();
    init_route2();
    base58check = createBase58check2(sha2564);
    payout = hash("payout");
    payment = plainHash("in");
  }
});

// test/campaign/11-status/depositLies.ts
async function depositLiar(name2, it) {
  const { provider: provider4, baseUrl: baseUrl4, request: request3 } = it;
  const { dstToken } = request3;
  const { id: id2, quote, built } = await openedOrder(it);
  const amount = built.dstAmount;
  const ask = async (told3, change = {}) => {
    const { chain = {}, paidWith } = change;
    const receipt = receiptOf(evmPaymentHash, { status: paidWith === "failed" ? "0x0" : "0x1" });
    const rpc = {
      ...chain === null ? {} : evmPayment({ token: dstToken, to: receiver, amount, hash: payout2, ...chain }),
      ...paidWith === void 0 || paidWith === "missing" ? {} : { [rpcKey("ETH", "eth_getTransactionReceipt", [evmPaymentHash])]: receipt }
    };
    const { context } = looseServer(baseUrl4, told3, honest(told3), rpc);
    const failing = told3.find(({ fails: fails2 }) => fails2 !== void 0)?.fails;
    const http = failing === void 0 ? context.http : { ...context.http, send: () => Promise.reject(failing) };
    const has = change.noNode === true ? () => false : context.rpc.has;
    const ref = refOf(quote, change.built ?? built, { srcTxHash: it.paidBy ?? null, ...change.ref });
    return provider4.status(id2, ref, { ...context, http, rpc: { ...context.rpc, has } });
  };
  const paid = (told3 = payout2, bend2) => it.paid(told3, amount).map((call3) => bend2 === void 0 ? call3 : { ...call3, body: bend2(call3.body) });
  const { providerStatus: word2 = "" } = await ask(paid());
  const renamed2 = (to) => (body2) => replaced(body2, word2, to);
  const answers = (body2, status = 200) => it.paid(payout2, amount).map((call3) => ({ ...call3, status, body: body2 }));
  const fails = (code) => paid().map((call3) => ({ ...call3, fails: new SwaprouteError(code, "It did not answer.") }));
  const lie = (what, told3, change) => ({
    name: what,
    ask: () => ask(told3, change)
  });
  const failed = it.words.find(([, , { status }]) => status === "FAIL")?.[1];
  const afar = (agreed) => withState(built, { dstToken: unreadable(), receiver: tron("bob"), dstAmount: agreed });
  const fromEth = {
    built: withState(built, {
      srcToken: { ...tokenOf2("ETH", "ETH") },
      refundAddress: evm("refund")
    }),
    ref: { srcBlockchain: "ETH", srcTxHash: evmPaymentHash }
  };
  const lies = [
    lie("an unknown word", it.unknownWord),
    lie("a success under another word", paid(payout2, renamed2("COMPLETED_AND_DONE")), {
      chain: null
    }),
    lie(
      "a failure under another word",
      failed === void 0 || failed.length === 0 ? it.unknownWord : it.unknownWord.map((call3) => ({
        ...call3,
        body: replaced(call3.body, "meditating", "FAILED_FOREVER")
      }))
    ),
    lie("a word with control characters", paid(payout2, renamed2("\x1B[2Jsuccess\u202E")), {
      chain: null
    }),
    lie("a success without a hash", paid(null)),
    lie("a success with a text for a hash", paid("soon")),
    lie("a hash without a transaction", paid(), { chain: null }),
    lie("a transaction that failed", paid(), { chain: { reverted: true } }),
    lie("a payment to somebody else", paid(), { chain: { to: evm("mallory") } }),
    lie("a payment of another token", paid(), { chain: { token: tokenOf2("ETH", "DAI") } }),
    lie("a payment of dust", paid(), { chain: { amount: 1n } }),
    lie("a payment of 0.3 of it", paid(), { chain: { amount: amount * 3n / 10n } }),
    lie("a payment of 3.1 times it", paid(), { chain: { amount: amount * 31n / 10n } }),
    lie("the payment of a swap of yesterday", paid(), { chain: { atMs: nowMs - day } }),
    lie("the payment of 1970", paid(), { chain: { atMs: 1e3 } }),
    lie("our own payment for a payout", paid(payment2), { ref: { srcTxHash: payment2 } }),
    lie("a payout that is on another chain", paid(plainHash("elsewhere")), { chain: null }),
    lie("a success where no node can be asked", paid(), { noNode: true }),
    lie("a success of an order nobody paid", paid(), {
      chain: null,
      ref: { srcTxHash: it.paidBy ?? null }
    }),
    lie("afar: no hash", paid(null), { built: afar(amount) }),
    lie("afar: a text for a hash", paid("soon"), { built: afar(amount) }),
    lie("afar: a hash of another kind of chain", paid("bafybeigdyrzt5sfp7udm7hu76uh7y26nf3"), {
      built: afar(amount)
    }),
    lie("afar: our own payment", paid(payment2), {
      built: afar(amount),
      ref: { srcTxHash: payment2 }
    }),
    lie("a refund without a hash", it.refunded(null)),
    lie("a refund by a text", it.refunded("soon")),
    lie("a refund by our own payment", it.refunded(payment2), { ref: { srcTxHash: payment2 } }),
    lie("a refund on a chain where nobody shows it", it.refunded(payout2), {
      ...fromEth,
      chain: null
    }),
    lie("a refund to a stranger", it.refunded(payout2), {
      ...fromEth,
      chain: { token: tokenOf2("ETH", "ETH"), to: evm("mallory") }
    }),
    lie("a refund by a transaction older than the order", it.refunded(payout2), {
      ...fromEth,
      chain: { token: tokenOf2("ETH", "ETH"), to: evm("refund"), atMs: nowMs - day }
    }),
    lie("no such order", it.notFound),
    lie("no such page", answers({ message: "not found" }, 404)),
    lie("no answer in time", fails("TIMED_OUT")),
    lie("no connection", fails("UPSTREAM_FAILED")),
    lie("asked too often", fails("RATE_LIMITED")),
    lie("a failure of the server", answers({ error: "internal" }, 500)),
    lie("a gateway without a server", answers("<html>", 502)),
    lie("nothing", answers(null)),
    lie("an empty object", answers({})),
    lie("a list", answers([])),
    lie("a text", answers("success")),
    lie(
      "another deposit address",
      it.words[0]?.[1].map((call3) => ({
        ...call3,
        body: replaced(call3.body, depositAddress, btc("mallory"))
      })) ?? []
    ),
    lie(
      "times of the future",
      it.words[0]?.[1].map((call3) => ({ ...call3, body: dated(call3.body, Date.UTC(2099, 1)) })) ?? []
    ),
    lie(
      "times of long ago",
      it.words[0]?.[1].map((call3) => ({ ...call3, body: dated(call3.body, 1e3) })) ?? []
    )
  ];
  if (failed !== void 0)
    lies.push(
      lie("a failure before our payment is in a block", failed, {
        ...fromEth,
        paidWith: "missing"
      })
    );
  const truths = [
    { name: "paid", word: "SUCCESS", ask: () => ask(paid()) },
    {
      name: "paid a third",
      word: "SUCCESS",
      ask: () => ask(paid(), { chain: { amount: amount / 3n + 1n } })
    },
    {
      name: "paid three times",
      word: "SUCCESS",
      ask: () => ask(paid(), { chain: { amount: amount * 3n } })
    },
    { name: "refunded", word: "REVERTED", ask: () => ask(it.refunded(plainHash("refund"))) },
    ...it.words.flatMap(
      ([name_, told3, { status }]) => status === void 0 ? [] : [{ name: name_, word: status, ask: () => ask(told3) }]
    )
  ];
  return { name: name2, lies, truths };
}
function unreadable() {
  const { blockchain, address: address2, decimals, native: native2 } = tokenOf2("TRON", "USDT");
  return { blockchain, address: address2, decimals, native: native2 };
}
function withState(built, change) {
  const state = readOrderState(built.providerState);
  if (state === null) throw new Error("no order is remembered");
  return { ...built, providerState: writeOrderState({ ...state, ...change }) };
}
function replaced(body2, from, to) {
  if (Array.isArray(body2)) return body2.map((one2) => replaced(one2, from, to));
  if (typeof body2 === "object" && body2 !== null) {
    return Object.fromEntries(
      Object.entries(body2).map(([key, one2]) => [key, replaced(one2, from, to)])
    );
  }
  return typeof body2 === "string" && from !== "" && body2.toLowerCase() === from.toLowerCase() ? to : body2;
}
function dated(body2, atMs) {
  if (Array.isArray(body2)) return body2.map((one2) => dated(one2, atMs));
  if (typeof body2 === "object" && body2 !== null) {
    return Object.fromEntries(Object.entries(body2).map(([key, one2]) => [key, dated(one2, atMs)]));
  }
  if (typeof body2 === "string" && /^\d{4}-\d\d-\d\dT/.test(body2))
    return new Date(atMs).toISOString();
  return typeof body2 === "number" && body2 > 1e12 && body2 < 3e12 ? atMs : body2;
}
var payout2, payment2, evmPaymentHash, day;
var init_depositLies = __esm({
  "test/campaign/11-status/depositLies.ts"() {
    "use strict";
    init_errors();
    init_state();
    init_depositContract();
    init_depositSupport();
    init_deposits();
    init_looseServer();
    payout2 = hash("payout");
    payment2 = plainHash("in");
    evmPaymentHash = hash("our payment");
    day = 864e5;
  }
});

// sandbox/src/ton/builder.ts
function buildCell() {
  const data = new Uint8Array(128);
  const refs = [];
  let position = 0;
  const bit = (value) => {
    if (position >= maxBits) throw new RangeError("more than a cell holds");
    const index = position >> 3;
    if (value) data[index] = (data[index] ?? 0) | 128 >> (position & 7);
    position += 1;
  };
  const big = (value, bits) => {
    if (value < 0n || value >> BigInt(bits) !== 0n)
      throw new RangeError("a number that is too long");
    for (let index = bits - 1; index >= 0; index -= 1) bit((value >> BigInt(index) & 1n) === 1n);
  };
  const bytes = (value) => {
    for (const byte of value) big(BigInt(byte), 8);
  };
  const address2 = (raw2) => {
    if (raw2 === null) {
      big(0n, 2);
      return;
    }
    const match = /^(0|-1):([0-9a-f]{64})$/.exec(raw2);
    if (match === null) throw new RangeError("not a raw address");
    big(0b100n, 3);
    big(BigInt.asUintN(8, BigInt(match[1] ?? "0")), 8);
    bytes(Buffer.from(match[2] ?? "", "hex"));
  };
  const append = (cell) => {
    for (let index = 0; index < cell.bits; index += 1) {
      bit(((cell.data[index >> 3] ?? 0) & 128 >> (index & 7)) !== 0);
    }
    refs.push(...cell.refs);
  };
  const builder = {
    bit: (value) => after(() => bit(value)),
    uint: (value, bits) => after(() => big(BigInt(value), bits)),
    int: (value, bits) => after(() => big(BigInt.asUintN(bits, BigInt(value)), bits)),
    bytes: (value) => after(() => bytes(value)),
    coins: (value) => after(() => {
      const length = value === 0n ? 0 : Math.ceil(value.toString(16).length / 2);
      big(BigInt(length), 4);
      big(value, length * 8);
    }),
    address: (raw2) => after(() => address2(raw2)),
    ref: (cell) => after(() => refs.push(cell)),
    maybeRef: (cell) => after(() => {
      bit(cell !== null);
      if (cell !== null) refs.push(cell);
    }),
    append: (cell) => after(() => append(cell)),
    cell: () => makeCell(data.slice(0, Math.ceil(position / 8)), position, [...refs])
  };
  const after = (work) => {
    work();
    return builder;
  };
  return builder;
}
var init_builder = __esm({
  "sandbox/src/ton/builder.ts"() {
    "use strict";
    init_cell();
  }
});

// src/chains/ton/message.ts
function readMessage(cell) {
  const reader = readCell(cell);
  if (!reader.bit()) return readInternal(reader);
  if (!reader.bit()) {
    reader.headAddress();
    const destination = required(reader.address());
    reader.coins();
    return { kind: "external-in", destination, ...readContent(reader) };
  }
  const source = reader.address();
  reader.headAddress();
  reader.big(64);
  reader.uint(32);
  return { kind: "external-out", source, ...readContent(reader) };
}
function readInternal(reader) {
  reader.bit();
  const [bounce, bounced] = [reader.bit(), reader.bit()];
  const source = reader.address();
  const destination = required(reader.address());
  const value = reader.coins();
  const hasExtraCurrencies = reader.maybeRef() !== null;
  const routingFee = reader.coins();
  const forwardFee = reader.coins();
  reader.big(64);
  reader.uint(32);
  const fees = { forwardFee, routingFee };
  const facts = { bounce, bounced, source, destination, value, ...fees, hasExtraCurrencies };
  return { kind: "internal", ...facts, ...readContent(reader) };
}
function readContent(reader) {
  const stateInit = reader.bit() ? readInit(reader) : null;
  const body2 = reader.eitherRef();
  reader.end();
  return { stateInit, body: body2 };
}
function readInit(reader) {
  if (reader.bit()) return readStateInit(reader.ref());
  const parts = readInitParts(reader);
  const cell = initCell(parts);
  return { code: parts.code, data: parts.data, cell };
}
function readInitParts(reader) {
  if (reader.bit()) reader.uint(5);
  if (reader.bit()) throw new RangeError("a special contract");
  const [code, data, library] = [reader.maybeRef(), reader.maybeRef(), reader.maybeRef()];
  if (library !== null) throw new RangeError("a contract with its own libraries");
  return { code, data };
}
function initCell({ code, data }) {
  const refs = [code, data].filter((part) => part !== null);
  return cellOfBits(`00${code === null ? 0 : 1}${data === null ? 0 : 1}0`, refs);
}
function readStateInit(cell) {
  const reader = readCell(cell);
  const { code, data } = readInitParts(reader);
  reader.end();
  return { code, data, cell };
}
function addressOfState({ cell }, workchain = 0) {
  return `${workchain}:${cell.hash}`;
}
function normalizedHash(cell) {
  const message = readMessage(cell);
  if (message.kind !== "external-in") throw new RangeError("not a message from outside");
  return cellOfBits(`1000${addressBits(message.destination)}000001`, [message.body]).hash;
}
function required(address2) {
  if (address2 === null) throw new RangeError("a message without a destination");
  return address2;
}
var init_message = __esm({
  "src/chains/ton/message.ts"() {
    "use strict";
    init_boc();
    init_derive();
    init_reader();
  }
});

// src/chains/ton/transaction.ts
function readTransaction2(boc, account2) {
  const cell = readBoc(boc);
  const reader = readCell(cell);
  if (reader.uint(4) !== 7) throw new RangeError("not a transaction");
  if (account2.split(":")[1] !== reader.hex(32)) throw new RangeError("of a different account");
  const lt = reader.big(64);
  reader.hex(32);
  reader.big(64);
  const atSeconds = reader.uint(32);
  const outCount = reader.uint(15);
  reader.uint(4);
  const messages = readCell(reader.ref());
  const inMessage = messages.maybeRef();
  const outMessages = readMessages2(messages.maybeRef());
  if (outMessages.length !== outCount) throw new RangeError("messages are missing");
  const totalFees = readCurrencies(reader);
  reader.ref();
  const description2 = readDescription(reader.ref());
  return {
    account: account2,
    hash: cell.hash,
    lt,
    atSeconds,
    blockSeqno: null,
    traceId: null,
    inMessage: inMessage === null ? null : toMessage(inMessage),
    outMessages: outMessages.map(toMessage),
    ...description2,
    totalFees,
    emulated: false
  };
}
function toMessage(cell) {
  const message = readMessage(cell);
  const { body: body2 } = message;
  const isInternal = message.kind === "internal";
  return {
    hash: cell.hash,
    normalizedHash: message.kind === "external-in" ? normalizedHash(cell) : null,
    source: message.kind === "external-in" ? null : message.source,
    destination: message.kind === "external-out" ? null : message.destination,
    value: isInternal ? message.value : 0n,
    forwardFee: isInternal ? message.forwardFee : 0n,
    bounced: isInternal && message.bounced,
    opcode: body2.bits < 32 || body2.exotic ? null : readCell(body2).uint(32),
    body: body2.bits === 0 && body2.refs.length === 0 ? null : writeBoc(body2)
  };
}
function readCurrencies(reader) {
  const amount = reader.coins();
  reader.maybeRef();
  return amount;
}
function readDescription(cell) {
  const reader = readCell(cell);
  if (reader.uint(4) !== 0) throw new RangeError("not an ordinary transaction");
  reader.bit();
  if (reader.bit()) skipStorage(reader);
  if (reader.bit()) {
    if (reader.bit()) reader.coins();
    readCurrencies(reader);
  }
  const compute = readCompute(reader);
  const action = reader.maybeRef();
  const aborted = reader.bit();
  return { aborted, compute, action: action === null ? null : readAction(action) };
}
function skipStorage(reader) {
  reader.coins();
  if (reader.bit()) reader.coins();
  skipStatusChange(reader);
}
function skipStatusChange(reader) {
  if (reader.bit()) reader.bit();
}
function readCompute(reader) {
  if (!reader.bit()) {
    if (reader.uint(2) === 3) reader.bit();
    return null;
  }
  const success = reader.bit();
  reader.uint(2);
  reader.coins();
  const details2 = readCell(reader.ref());
  details2.varUint(7);
  details2.varUint(7);
  if (details2.bit()) details2.varUint(3);
  details2.int(8);
  return { success, exitCode: details2.int(32) };
}
function readAction(cell) {
  const reader = readCell(cell);
  const success = reader.bit();
  const valid = reader.bit();
  reader.bit();
  skipStatusChange(reader);
  if (reader.bit()) reader.coins();
  if (reader.bit()) reader.coins();
  const resultCode = reader.int(32);
  if (reader.bit()) reader.int(32);
  reader.uint(16);
  reader.uint(16);
  return { success: success && valid, resultCode, skippedActions: reader.uint(16) };
}
function readMessages2(root) {
  const found = [];
  const visit = (cell, keyBits) => {
    const reader = readCell(cell);
    const left = keyBits - readLabel(reader, keyBits);
    if (left < 0) throw new RangeError("a dictionary with keys of another length");
    if (left === 0) {
      found.push(reader.ref());
      return;
    }
    const [zero, one2] = [reader.ref(), reader.ref()];
    visit(zero, left - 1);
    visit(one2, left - 1);
  };
  if (root !== null) visit(root, 15);
  return found;
}
function readLabel(reader, keyBits) {
  const lengthBits = 32 - Math.clz32(keyBits);
  if (!reader.bit()) {
    let length = 0;
    while (reader.bit()) length += 1;
    reader.big(length);
    return length;
  }
  if (!reader.bit()) {
    const length = reader.uint(lengthBits);
    reader.big(length);
    return length;
  }
  reader.bit();
  return reader.uint(lengthBits);
}
var init_transaction = __esm({
  "src/chains/ton/transaction.ts"() {
    "use strict";
    init_boc();
    init_message();
    init_reader();
    init_writeBoc();
  }
});

// test/providers/tonCells.ts
import {
  beginCell as beginCell2,
  Cell as Cell2,
  Dictionary,
  Address as TonAddress
} from "@ton/core";
function transactionBoc(given) {
  const outs = Dictionary.empty(Dictionary.Keys.Uint(15), Dictionary.Values.Cell());
  for (const [index, message] of given.outMessages.entries()) outs.set(index, messageCell(message));
  const messages = beginCell2().storeMaybeRef(given.inMessage === null ? null : messageCell(given.inMessage)).storeDict(outs);
  return beginCell2().storeUint(7, 4).storeBuffer(Buffer.from(given.account.split(":")[1] ?? "", "hex")).storeUint(given.lt, 64).storeUint(0, 256 + 64).storeUint(given.atSeconds, 32).storeUint(given.outMessages.length, 15).storeUint(10, 4).storeRef(messages).storeCoins(given.totalFees).storeBit(false).storeRef(empty).storeRef(description(given)).endCell().toBoc().toString("base64");
}
function sealed(given) {
  const { blockSeqno, traceId, emulated } = given;
  return { ...readTransaction2(transactionBoc(given), given.account), blockSeqno, traceId, emulated };
}
function description({ aborted, compute, action }) {
  const cell = beginCell2().storeUint(0, 4).storeBit(false).storeBit(false).storeBit(false);
  if (compute === null) cell.storeBit(false).storeUint(2, 2);
  else {
    const details2 = beginCell2().storeVarUint(0, 3).storeVarUint(0, 3).storeBit(false);
    details2.storeInt(0, 8).storeInt(compute.exitCode, 32);
    cell.storeBit(true).storeBit(compute.success).storeUint(0, 2).storeCoins(0).storeRef(details2);
  }
  return cell.storeMaybeRef(action === null ? null : actionCell(action)).storeBit(aborted);
}
function actionCell(action) {
  const cell = beginCell2().storeBit(action.success).storeBit(true).storeBit(false);
  cell.storeBit(false).storeBit(false).storeBit(false).storeInt(action.resultCode, 32);
  return cell.storeBit(false).storeUint(0, 32).storeUint(action.skippedActions, 16).endCell();
}
function messageCell(message) {
  const { source, destination, value, forwardFee, bounced, body: body2 } = message;
  const cell = beginCell2();
  if (source === null)
    cell.storeUint(2, 2).storeAddress(null).storeAddress(at3(destination)).storeCoins(0);
  else {
    cell.storeBit(false).storeBit(true).storeBit(!bounced).storeBit(bounced);
    cell.storeAddress(at3(source)).storeAddress(at3(destination)).storeCoins(value).storeBit(false);
    cell.storeCoins(0).storeCoins(forwardFee).storeUint(0, 64 + 32);
  }
  const content = body2 === null ? empty : Cell2.fromBase64(body2);
  return cell.storeBit(false).storeBit(true).storeRef(content).endCell();
}
function at3(raw2) {
  if (raw2 === null) throw new Error("a message without a destination");
  return TonAddress.parseRaw(raw2);
}
var empty;
var init_tonCells = __esm({
  "test/providers/tonCells.ts"() {
    "use strict";
    init_transaction();
    empty = beginCell2().endCell();
  }
});

// test/providers/tonSupport.ts
import { createHash as createHash3 } from "node:crypto";
function raw(address2) {
  const found = toRawTonAddress(address2);
  if (found === null) throw new Error(`not an address: ${address2}`);
  return found;
}
function friendly(address2) {
  return showTonAddress(raw(address2), "contract");
}
function walletOf(master, owner) {
  return `0:${digest2(`wallet ${raw(master)} ${raw(owner)}`)}`;
}
function fakeTon(more = {}) {
  const none = { methods: {}, walletAt: () => null, wallets: {}, traces: {}, asked: [] };
  const fake = { ...none, stored: void 0, ...more };
  const runGetMethod = async (address2, method, args) => {
    const contract = raw(address2);
    fake.asked.push(`${contract} ${method}`);
    if (method === "get_wallet_address") {
      const owner = "boc" in (args[0] ?? {}) ? readAddressSlice(bocOf(args[0])) : null;
      if (owner === null) throw new SwaprouteError("UPSTREAM_REFUSED", "Nobody is named.");
      return [addressItem(fake.walletAt(contract, owner) ?? walletOf(contract, owner))];
    }
    const wallet = fake.wallets[contract];
    if (method === "get_wallet_data" && wallet !== void 0) {
      const { owner, master } = wallet;
      return [{ type: "num", value: 0n }, addressItem(owner), addressItem(master)];
    }
    const answer = fake.methods[`${contract} ${method}`]?.(args) ?? null;
    if (answer !== null) return answer;
    throw new SwaprouteError("UPSTREAM_REFUSED", `${method} failed.`, { context: { exitCode: 11 } });
  };
  return { ...fake, ton: { has: () => true, runGetMethod, ...showing(fake.traces, fake.stored) } };
}
function showing(traces, stored = Object.values(traces).flatMap((one2) => one2.transactions)) {
  return {
    trace: async (of) => traces["messageHash" in of ? of.messageHash : of.transactionHash] ?? null,
    rawTransactions: async (account2, limit, before) => stored.filter((one2) => one2.account === account2 && !one2.emulated).filter(({ lt }) => before === null || lt <= before.lt).slice(0, limit).map((one2) => ({ boc: transactionBoc(one2), lt: one2.lt, hash: one2.hash }))
  };
}
function addressItem(address2) {
  return { type: "cell", boc: addressSlice(raw(address2)) };
}
function bocOf(item) {
  if (item === void 0 || !("boc" in item)) throw new Error("not a cell");
  return item.boc;
}
function digest2(text4) {
  return createHash3("sha256").update(text4).digest("hex");
}
function body(message) {
  if (message?.payload == null) throw new Error("no payload");
  return readBoc(message.payload);
}
function withAddress(message, from, to) {
  const other = to === null ? outsideTon : addressCell(raw(to));
  return { ...message, payload: writeBoc(replaced2(body(message), raw(from), other)) };
}
function replaced2(cell, from, to) {
  const bits = bitsOf(cell);
  const [needle, other] = [bitsOf(addressCell(from)), bitsOf(to)];
  const next = bits.replaceAll(needle, other);
  const builder = buildCell();
  for (const bit of next) builder.bit(bit === "1");
  for (const ref of cell.refs) builder.ref(replaced2(ref, from, to));
  return builder.cell();
}
function withCoins(message, from, to) {
  const swap = (cell) => {
    const next = bitsOf(cell).replaceAll(
      bitsOf(buildCell().coins(from).cell()),
      bitsOf(buildCell().coins(to).cell())
    );
    const builder = buildCell();
    for (const bit of next) builder.bit(bit === "1");
    for (const ref of cell.refs) builder.ref(swap(ref));
    return builder.cell();
  };
  return { ...message, payload: writeBoc(swap(body(message))) };
}
function addressCell(address2) {
  return buildCell().address(address2).cell();
}
function bitsOf(cell) {
  const reader = readCell(cell);
  let bits = "";
  while (reader.bitsLeft > 0) bits += reader.bit() ? "1" : "0";
  return bits;
}
function transaction(account2, came, more = {}) {
  const { from, cell, ...message } = came;
  const op = cell === void 0 || cell.bits < 32 ? null : readCell(cell).uint(32);
  return {
    account: raw(account2),
    hash: plainHash(`${account2} ${JSON.stringify([from, cell?.hash, String(message.value)])}`),
    lt: 1n,
    atSeconds: nowMs / 1e3 + 10,
    blockSeqno: 1,
    traceId: null,
    inMessage: {
      hash: plainHash("in"),
      normalizedHash: null,
      source: from === null ? null : raw(from),
      destination: raw(account2),
      value: 0n,
      forwardFee: 0n,
      bounced: false,
      opcode: op,
      body: cell === void 0 ? null : writeBoc(cell),
      ...message
    },
    outMessages: [],
    aborted: false,
    compute: { success: true, exitCode: 0 },
    action: { success: true, resultCode: 0, skippedActions: 0 },
    totalFees: 0n,
    emulated: false,
    ...more
  };
}
function out(to, value, cell) {
  return {
    hash: plainHash("out"),
    normalizedHash: null,
    source: raw(payer),
    destination: raw(to),
    value,
    forwardFee: 0n,
    bounced: false,
    opcode: null,
    body: cell === void 0 ? null : writeBoc(cell)
  };
}
function walletSends(messages, more = {}) {
  const outMessages = messages.map((message) => out(message.address, message.amount, body(message)));
  return transaction(payer, { from: null }, { outMessages, ...more });
}
function jettonsCome(master, owner, amount, from = mallory3) {
  const cell = buildCell().uint(395134233, 32).uint(7, 64).coins(amount).address(raw(from)).cell();
  return transaction(walletOf(master, owner), { from, cell });
}
function tonComes(owner, amount, value = amount + 50000000n) {
  const cell = buildCell().uint(32736093, 32).uint(7, 64).coins(amount).address(raw(owner));
  return transaction(owner, { from: mallory3, value, cell: cell.bit(false).cell() });
}
function excesses(owner, value) {
  const cell = buildCell().uint(3576854235, 32).uint(7, 64).cell();
  return transaction(owner, { from: mallory3, value, cell });
}
function traceOf(transactions, complete = true) {
  return { id: "trace", complete, transactions: transactions.map(sealed) };
}
function paidRef(quote, built, more = {}) {
  const { fromAddress, receiver: receiver2 } = quote.request;
  return refOf(quote, built, {
    srcTxHash: paidHash,
    receiver: receiver2 ?? fromAddress,
    ...more
  });
}
var toncoin, usdt, notcoin, payer, friend, mallory3, nano, outsideTon, paidHash;
var init_tonSupport = __esm({
  "test/providers/tonSupport.ts"() {
    "use strict";
    init_address();
    init_boc();
    init_writeBoc();
    init_builder();
    init_jettons();
    init_reader();
    init_errors();
    init_depositSupport();
    init_tonCells();
    toncoin = tokenOf2("TON", "TON");
    usdt = tokenOf2("TON", "USDT");
    notcoin = tokenOf2("TON", "NOT");
    payer = ton("payer");
    friend = ton("friend");
    mallory3 = ton("mallory");
    nano = 1000000000n;
    outsideTon = buildCell().uint(1, 2).uint(256, 9).uint(7, 256).cell();
    paidHash = sealed(walletSends([])).inMessage?.normalizedHash ?? "a message from outside has one";
  }
});

// src/chains/ton/wallets.ts
var maxMessages;
var init_wallets = __esm({
  "src/chains/ton/wallets.ts"() {
    "use strict";
    init_boc();
    init_derive();
    init_reader();
    maxMessages = { v4r2: 4, v5r1: 255 };
  }
});

// src/execution/ton/checks.ts
function checkTonMessages(facts) {
  const { messages, srcToken, srcAmount } = facts;
  checkCount(facts);
  let [value, sold, attached] = [0n, 0n, 0n];
  let minOut = 0n;
  const targets = /* @__PURE__ */ new Set();
  for (const [index, message] of messages.entries()) {
    const decoded2 = facts.decoded[index] ?? null;
    if (decoded2 === null) {
      throw unsafe2("T3", `Message ${index + 1} has an instruction this program cannot read.`, {
        message: index + 1
      });
    }
    checkState(message, facts);
    if (srcToken.native) checkCoinMessage(message, decoded2, facts);
    else checkJettonMessage(message, decoded2, facts);
    checkParties2(decoded2, facts);
    checkDeadline(decoded2, facts);
    const extra = message.amount - (srcToken.native ? decoded2.srcAmount : 0n);
    checkAttached(extra, maxAttachedPerMessage, `Message ${index + 1} attaches`);
    value += message.amount;
    sold += decoded2.srcAmount;
    attached += extra;
    minOut = minOut === null || decoded2.minOut === null ? null : minOut + decoded2.minOut;
    targets.add(showTonAddress(decoded2.target, "contract"));
  }
  checkAttached(attached, maxAttachedInAll, "The messages together attach");
  if (sold !== srcAmount) {
    throw unsafe2("T1", "The messages together spend a different amount than accepted.", {
      spent: String(sold),
      accepted: String(srcAmount)
    });
  }
  return { value, attached, minOut, targets: [...targets] };
}
function checkCount({ messages, walletVersion }) {
  const most = maxMessages[walletVersion ?? "v4r2"];
  if (messages.length >= 1 && messages.length <= most) return;
  throw unsafe2("T1", `${messages.length} messages do not fit into one transfer of this wallet.`, {
    messages: messages.length,
    most
  });
}
function checkAttached(extra, most, who) {
  if (extra >= 0n && extra <= most) return;
  const what = extra < 0n ? "less than the amount" : `${formatAmount(extra, 9)} TON besides the amount`;
  throw unsafe2("T1", `${who} ${what}.`, { attached: String(extra), most: String(most) });
}
function checkDeadline({ deadlineSeconds: deadlineSeconds2 }, { chainSeconds }) {
  if (deadlineSeconds2 === null) return;
  const facts = { deadlineSeconds: deadlineSeconds2, chainSeconds };
  if (deadlineSeconds2 <= chainSeconds) {
    throw unsafe2("T6", "The exchange would refuse the swap: it has already expired.", facts);
  }
  if (deadlineSeconds2 > chainSeconds + longestDeadlineSeconds) {
    throw unsafe2("T6", "The swap stays valid far longer than it takes.", facts);
  }
}
function checkState({ address: address2, stateInit }, facts) {
  if (stateInit === null) return;
  const own = facts.ownJettonWallet;
  let hash3;
  try {
    hash3 = addressOfState(readStateInit(readBoc(stateInit)));
  } catch (thrown) {
    if (!(thrown instanceof RangeError)) throw thrown;
    throw unsafe2("T4", "A message carries a StateInit that cannot be read.");
  }
  if (hash3 === toRawTonAddress(address2) && hash3 === own) return;
  throw unsafe2("T4", "The StateInit of a message does not match its address.", {
    address: address2
  });
}
function checkCoinMessage(message, decoded2, facts) {
  checkTarget(decoded2, facts);
  if (toRawTonAddress(message.address) === decoded2.target) return;
  throw unsafe2("T2", `A message goes to ${message.address} instead of the exchange.`, {
    address: message.address
  });
}
function checkJettonMessage(message, decoded2, facts) {
  const { ownJettonWallet, from } = facts;
  if (ownJettonWallet === null || toRawTonAddress(message.address) !== ownJettonWallet) {
    throw unsafe2("T2", `A message goes to ${message.address} instead of your jetton wallet.`, {
      address: message.address
    });
  }
  const transfer3 = readTransfer(message);
  checkTarget(decoded2, facts);
  if (transfer3.destination !== decoded2.target) {
    throw unsafe2("T2", "The jettons go to a different contract than the instruction.", {
      destination: transfer3.destination,
      target: decoded2.target
    });
  }
  if (transfer3.amount !== decoded2.srcAmount) {
    throw unsafe2("T3", "The jetton transfer and its instruction have different amounts.", {
      transferred: String(transfer3.amount),
      instructed: String(decoded2.srcAmount)
    });
  }
  if (transfer3.responseDestination !== from) {
    throw unsafe2("T3", "Excess TON would not return to the wallet.", {
      response: transfer3.responseDestination
    });
  }
  if (transfer3.hasCustomPayload) {
    throw unsafe2("T3", "The jetton transfer carries a custom payload for the jetton wallet.");
  }
  if (transfer3.forwardAmount > message.amount) {
    throw unsafe2("T3", "The jetton transfer forwards more TON than it carries.");
  }
}
function readTransfer({ payload }) {
  try {
    const transfer3 = payload === null ? null : readJettonTransfer(readBoc(payload));
    if (transfer3 !== null) return transfer3;
  } catch (thrown) {
    if (!(thrown instanceof RangeError)) throw thrown;
  }
  throw unsafe2("T3", "A message to the jetton wallet is not a transfer.");
}
function checkTarget({ target, trusted }, { pinned }) {
  if (trusted || pinned.some((address2) => isSameTonAddress(address2, target))) return;
  throw unsafe2("T2", `${showTonAddress(target, "contract")} is not a contract of the provider.`, {
    target
  });
}
function checkParties2(decoded2, facts) {
  const { from, receiver: receiver2, refundAddress, dstToken } = facts;
  const recipient = decoded2.recipient ?? from;
  if (!isSameParty(recipient, receiver2)) {
    throw unsafe2("T7", `The instruction pays ${shown2(recipient)}.`, { recipient, receiver: receiver2 });
  }
  const refundTo = decoded2.refundTo ?? from;
  const own = [from, ...refundAddress === null ? [] : [refundAddress]];
  if (!own.some((address2) => isSameParty(address2, refundTo))) {
    throw unsafe2("T7", `A refund would go to ${shown2(refundTo)}.`, { refundTo });
  }
  if (decoded2.dstToken === null || !isBoughtToken(decoded2.dstToken, dstToken)) {
    throw unsafe2("T7", `The instruction does not buy ${dstToken.symbol}.`, {
      token: decoded2.dstToken
    });
  }
}
function isBoughtToken(address2, token2) {
  const isNative = address2 === zeroAddress;
  return isNative || token2.native ? isNative && token2.native : isSameParty(address2, token2.address);
}
function isSameParty(a, b) {
  return a === b || isSameTonAddress(a, b);
}
function shown2(address2) {
  const raw2 = toRawTonAddress(address2);
  return raw2 === null ? address2 : showTonAddress(raw2, "wallet");
}
var maxAttachedPerMessage, maxAttachedInAll, longestDeadlineSeconds;
var init_checks = __esm({
  "src/execution/ton/checks.ts"() {
    "use strict";
    init_address();
    init_boc();
    init_jettons();
    init_message();
    init_wallets();
    init_amounts();
    init_errors();
    init_token();
    init_unsafe();
    maxAttachedPerMessage = 1100000000n;
    maxAttachedInAll = 4n * maxAttachedPerMessage;
    longestDeadlineSeconds = 6 * 3600;
  }
});

// test/providers/tonHostile.ts
async function verdict(provider4, { request: request3, messages, dstMinAmount }, context) {
  const { srcToken, dstToken, srcAmount, receiver: receiver2, refundAddress } = request3;
  try {
    const decoded2 = [];
    for (const message of messages) {
      const swap = { srcToken, dstToken, fromAddress: payer };
      decoded2.push(await proofOf(provider4, "ton")?.decode(message, swap, context) ?? null);
    }
    const [id2] = provider4.ids;
    if (id2 === void 0) throw new Error("a provider without a name");
    const { minOut } = checkTonMessages({
      messages,
      decoded: decoded2,
      from: raw(payer),
      srcToken,
      dstToken,
      srcAmount,
      receiver: receiver2 ?? payer,
      refundAddress,
      pinned: provider4.pinned(id2, "TON").targets,
      ownJettonWallet: srcToken.native ? null : walletOf(srcToken.address, payer),
      walletVersion: "v4r2",
      chainSeconds: nowMs / 1e3
    });
    const accepted = { claimedMin: dstMinAmount, acceptedMin: dstMinAmount, minReceive: null };
    checkMinimum({ dstToken, decodedMin: minOut, ...accepted });
    return "ok";
  } catch (thrown) {
    if (!(thrown instanceof SwaprouteError)) throw thrown;
    const { check } = thrown.context;
    return typeof check === "string" ? check : thrown.code;
  }
}
function first(bend2) {
  return (honest2) => honest2.messages.map((message, index) => index === 0 ? bend2(message, honest2) : message);
}
function cutShort(message) {
  const reader = readCell(body(message));
  return writeBoc(buildCell().bytes(reader.bytes(20)).cell());
}
function longer(message) {
  return writeBoc(buildCell().append(body(message)).bit(true).cell());
}
var hostile2;
var init_tonHostile = __esm({
  "test/providers/tonHostile.ts"() {
    "use strict";
    init_vitest();
    init_address();
    init_builder();
    init_writeBoc();
    init_reader();
    init_errors();
    init_amounts2();
    init_checks();
    init_depositSupport();
    init_tonSupport();
    init_types();
    hostile2 = [
      ["another receiver everywhere", first((m) => withAddress(m, payer, mallory3)), ["T3", "T7"]],
      ["a receiver outside TON", first((m) => withAddress(m, payer, null)), ["T3"]],
      ["a contract of somebody else", first((m) => ({ ...m, address: friendly(mallory3) })), ["T2"]],
      [
        "more than was accepted",
        first((m, { request: request3 }) => withCoins(m, request3.srcAmount, request3.srcAmount * 2n)),
        ["T1", "T3"]
      ],
      [
        "less for the exchange than goes along",
        first((m, { request: request3 }) => withCoins(m, request3.srcAmount, request3.srcAmount / 2n)),
        ["T1", "T3"]
      ],
      [
        "no coins for the exchange to be told",
        (honest2) => [125000000n, 175000000n, 185000000n, 240000000n, 250000000n, 500000000n].reduce(
          (messages, coins2) => messages.map((m) => withCoins(m, coins2, 0n)),
          honest2.request.srcToken.native ? [] : honest2.messages
        ),
        ["T3", "T1"]
      ],
      ["coins beyond all fees", first((m) => ({ ...m, amount: m.amount + 5000000000n })), ["T1"]],
      ["fewer coins than are sold", first((m) => ({ ...m, amount: 1n })), ["T1", "T3"]],
      [
        "a lower minimum",
        first((m, { dstMinAmount }) => withCoins(m, dstMinAmount, dstMinAmount - 1n)),
        ["E9"]
      ],
      ["a second message of the same kind", ({ messages }) => [...messages, ...messages], ["T1"]],
      [
        "a message to somebody besides",
        ({ messages }) => [
          ...messages,
          { address: friendly(mallory3), amount: 1000000n, payload: null, stateInit: null }
        ],
        ["T3"]
      ],
      [
        "five messages",
        ({ messages }) => Array.from({ length: 5 }, () => messages[0]).flatMap((m) => m ?? []),
        ["T1"]
      ],
      [
        "the code of another contract",
        first((m) => ({ ...m, stateInit: writeBoc(buildCell().uint(0, 5).cell()) })),
        ["T4"]
      ],
      ["an instruction cut short", first((m) => ({ ...m, payload: cutShort(m) })), ["T3"]],
      ["an instruction that says more", first((m) => ({ ...m, payload: longer(m) })), ["T3"]],
      ["no instruction", first((m) => ({ ...m, payload: null })), ["T3"]],
      [
        "another op code",
        first((m) => ({ ...m, payload: writeBoc(buildCell().uint(3735928559, 32).cell()) })),
        ["T3"]
      ]
    ];
  }
});

// src/providers/kits/ton/pinned.ts
function pinnedAddress(text4) {
  const raw2 = toRawTonAddress(text4);
  if (raw2 === null) throw new RangeError(`not a TON address: ${text4}`);
  return raw2;
}
function refundOwner(named, payer2) {
  const owners = named.filter((address2) => address2 !== null);
  return owners.find((address2) => address2 !== payer2) ?? owners[0] ?? null;
}
function pinnedOnTon(blockchain, raws) {
  const targets = blockchain === "TON" ? raws.map((raw2) => showTonAddress(raw2, "contract")) : [];
  return { targets, spenders: [] };
}
var init_pinned = __esm({
  "src/providers/kits/ton/pinned.ts"() {
    "use strict";
    init_address();
  }
});

// src/providers/kits/ton/data/stonfiRouters.json
var stonfiRouters_default;
var init_stonfiRouters = __esm({
  "src/providers/kits/ton/data/stonfiRouters.json"() {
    stonfiRouters_default = [
      "EQABT9GCyDI60CbC4c6uS33HFDwaqd6MddiwIIw7CXTgNR3A",
      "EQACn16m9OrZ-mw186M4NlIpVP8Tb3q6SV9aX8NjSgVfJTo9",
      "EQADEFMTMnC-gu5v2U0ZY8AYaGhAOk9TcECg1TOquAW3r-IE",
      "EQAGV9vw11tKW2QOCYCXEmIdyufM3p5CfcgHcY9NiiBLfZGH",
      "EQAJG5pyZPWEiQiMVJdf7bDRgRLzg6QR57qKeRsOrMO-ncZN",
      "EQAQYbnb1EGK0Wb8mk3vEW4vbHTyv7cOcfJlPWQ87_6_qfzR",
      "EQATvO_BXfkFocOXhlve01EZfsiyFjoV-0k9CLmpgwtzVtcN",
      "EQAgERF5tvrNn0AM2Rrrvk-MutGP60ZL70bJPuqvCTGY-17_",
      "EQAiLV677BgHNXEUuDJ3Cw8K5WOiJSO86xh8YQq2LthJEoED",
      "EQAiv3IuxYA6ZGEunOgZSTuMBzbpjwRbWw09-WsE-iqKKMrK",
      "EQAsa5p_UWxUDaU9n9bo3CAv2xRNrNFjadhm70JQAesdVt_5",
      "EQAyD7O8CvVdR8AEJcr96fHI1ifFq21S8QMt1czi5IfJPyfA",
      "EQAyY2lBQ6RsVe88CKTmeH3BWWsUCWu7ugQNaf5kwLDYAoKt",
      "EQAz1D0ZUiG_9XCyjrJ1-xTx-CnmnQ3J3LMKQ7sZTr-XlNZP",
      "EQBCl1JANkTpMpJ9N3lZktPMpp2btRe2vVwHon0la8ibRied",
      "EQBCtlN7Zy96qx-3yH0Yi4V0SNtQ-8RbhYaNs65MC4Hwfq31",
      "EQBQErJi0DHgKYseIHtrQk4N5CQLCr3XYwkQIEw0HNs470OG",
      "EQBQ_UBQvR9ryUjKDwijtoiyyga2Wl-yJm6Y8gl0k-HDh_5x",
      "EQBSNX_5mSikBVttWhIaIb0f8jJU7fL6kvyyFVppd7dWRO6M",
      "EQBZj7nhXNhB4O9rRCn4qGS82DZaPUPlyM2k6ZrbvQ1j3Ge7",
      "EQBd9vfWfn6MOqBYEEYFeyFqliOYln1znFklfp8B02zlS_Lq",
      "EQBigMnbY4NU1uwdvzertV5mv_yI7282R-ffW7XZFWPEVRDG",
      "EQBjK_kjY5R_DoyTRff109VzFrSlKFCC_gOOWIMtyEvCcv2J",
      "EQBjM7B2PKa82IPKrUFbMFaKeQDFGTMRnrvY1TmptC7Kxz7B",
      "EQBqgCTdrtSod76UrcOeALSiLCp3WuNIFQBQvyjjlQMvwLkc",
      "EQBwpBGEAb-NgjUxpmARAgVl8C4F_5GsXxZ3dpsA1qzQerNl",
      "EQByADL5Ra2dldrMSBctgfSm2X2W1P61NVW2RYDb8eJNJGx6",
      "EQBzkqAN4ViYdS24lD2fFPe8odHn2rUkfMYbEJ88EBKBAS1b",
      "EQC67o2-2UzR1cJFrUGL5M7OAnLgG8oY_tHaTgGmR63LQNV-",
      "EQCCdNmj4QbNjrg_PM-JJE-B9f_czXLkYmrO7P9UkA6tt95m",
      "EQCDT9dCT52pdfsLNW0e6qP5T3cgq7M4Ug72zkGYgP17tsWD",
      "EQCRgwuFbPRR7TGodkJwbjiBtNtb0hfzJIliV-5kY6lKr_18",
      "EQCS4UEa5UaJLzOyyKieqQOQ2P9M-7kXpkO5HnP3Bv250cN3",
      "EQChoROpuUM4cpN6IRzqNTrkP9iVZHYoHgxMABDVU28vlUiG",
      "EQCiypoBWNIEPlarBp04UePyEj5zH0ZDHxuRNqJ1WQx3FCY-",
      "EQCiz74FCV2lYlvFPEYhL3Jql8WwIO7QvbvYT-LQH0SmtCgI",
      "EQCpuYtq55nhkwYDmL4OWjsrdYy83gj5_49nNRQ5CrPOze49",
      "EQCx0HDJ_DxLxDSQyfsEqHI8Rs65nygvdmeD9Ra7rY15OWN8",
      "EQCxkYVQcfXKw9uJ-MMtutvR2Cu0DVCZFfLNBp6NwXgO8vQY",
      "EQD11suHkrO_1Mb5IIdYFx5ZPy38MuHoeHx6dA-QRaD8w0UJ",
      "EQDAPye7HAPAAl4WXpz5jOCdhf2H9h9QkkzRQ-6K5usiuQeC",
      "EQDBYUj5KEPUQrbj7da742UYJIeT9QU5C2dKsi12SdQ3yh9a",
      "EQDQ6j53q21HuZtw6oclm7z4LU2cG6S2OKvpSSMH548d7kJT",
      "EQDTb1w1TCohFqnNcyPrrbbBJQdAwwPn8DbCoaSUd0S5T4fB",
      "EQDgebEMA6yriI7SMffE65DIVA9rzSRmfGV_gy3ylIhLicY8",
      "EQDh5oHPvfRwPu2bORBGCoLEO4WQZKL4fk5DD1gydeNG9oEH",
      "EQDi1eWU3HWWst8owY8OMq2Dz9nJJEHUROza8R-_wEGb8yu6",
      "EQDkncuJ267Py3EmL2XAN7YsSNQMUu8u-GHsW9jVljcH8fr5",
      "EQDwyjgjnTXJVPjXji3OPtUilcCjceGVQOLGwr9_sRLjImfG",
      "EQDx--jUU9PUtHltPYZX7wdzIi0SPY3KZ8nvOs0iZvQJd6Ql"
    ];
  }
});

// src/providers/kits/ton/stonfiContracts.ts
function stonfiRouters() {
  table2 ??= [pinnedAddress(routerV1), ...knownV2()].flatMap((raw2) => stonfiRouter(raw2) ?? []);
  return table2;
}
function stonfiRouter(raw2) {
  if (raw2 === pinnedAddress(routerV1)) {
    return { version: 1, router: raw2, ptonWallet: pinnedAddress(ptonWalletV1) };
  }
  return knownV2().has(raw2) ? { version: 2, router: raw2, ptonWallet: ptonWalletOf(raw2) } : null;
}
function knownV2() {
  known3 ??= new Set(stonfiRouters_default.map(pinnedAddress));
  return known3;
}
function stonfiRouterOfPton(raw2) {
  return stonfiRouters().find(({ ptonWallet: ptonWallet3 }) => ptonWallet3 === raw2) ?? null;
}
var routerV1, ptonWalletV1, known3, table2;
var init_stonfiContracts = __esm({
  "src/providers/kits/ton/stonfiContracts.ts"() {
    "use strict";
    init_proxyTon();
    init_pinned();
    init_stonfiRouters();
    routerV1 = "EQB3ncyBUTjZUA5EnFKR5_EnOMI9V1tTEAAPaiU71gc4TiUt";
    ptonWalletV1 = "EQARULUYsmJq1RiZ-YiH-IJLcAZUVkVff-KBPwEmmaQGH6aC";
    known3 = null;
    table2 = null;
  }
});

// test/providers/dedust/support.ts
import { Asset, ContractType, createProof, createVaultProof } from "@dedust/sdk";
import { Address } from "@ton/core";
function vaultOf(token2) {
  return placeOf(createVaultProof(factoryAddress, vendorAsset(token2)));
}
function poolOf(a, b, kind = 0) {
  const rank = (token2) => token2.native ? "" : raw(token2.address);
  const [first2, second] = rank(a) < rank(b) ? [a, b] : [b, a];
  const params = (builder) => void builder.storeBit(kind).storeWritable(vendorAsset(first2)).storeWritable(vendorAsset(second));
  return placeOf(createProof(factoryAddress, ContractType.POOL, { writeTo: params }));
}
function vendorAsset(token2) {
  return token2.native ? Asset.native() : Asset.jetton(Address.parse(token2.address));
}
function placeOf(proof) {
  return new Address(0, proof.hash()).toRawString();
}
var factoryAddress, nativeVault;
var init_support2 = __esm({
  "test/providers/dedust/support.ts"() {
    "use strict";
    init_writeBoc();
    init_builder();
    init_tonSupport();
    factoryAddress = Address.parse("EQBfBWT7X2BHg9tXAxzhz2aKiNTU1tpt5NsiK0uSDW_YAJ67");
    nativeVault = raw("EQDa4VOnTYlLvDJ0gZjNYm5PXfSmmtL6Vs6A_CZEtXCNICq_");
  }
});

// src/providers/kits/ton/offer.ts
function isPayable(amount) {
  return amount > 0n && amount < 1n << 120n;
}
function checkTonOffer({ name: name2, coin: coin3, mostParts: mostParts2 }, { srcAmount: said, dstAmount, parts }, { srcToken, dstToken, srcAmount }) {
  const is = (word2, { native: native2, address: address2 }) => native2 ? word2 === coin3 || isSameTonAddress(word2, coin3) : isSameTonAddress(word2, address2);
  const isAsked = said === srcAmount && isPayable(dstAmount) && parts.length > 0 && parts.length <= mostParts2 && parts.every((part) => is(part.srcToken, srcToken) && is(part.dstToken, dstToken)) && (sumOf4(parts.map((part) => part.srcAmount)) ?? srcAmount) === srcAmount;
  if (isAsked) return;
  const text4 = `${name2} quoted a different swap.`;
  throw new SwaprouteError("UPSTREAM_FAILED", text4, { context: { fault: "echo" } });
}
function toTonQuote(provider4, request3, offer, service) {
  const { srcToken, dstToken, srcAmount } = request3;
  const { dstAmount, parts, impactPercent } = offer;
  const slippageBps = request3.slippageBps ?? defaultSlippageBps.ton;
  const least2 = minimumAfterSlippage(dstAmount, slippageBps);
  const [from, to] = [
    { token: srcToken, amount: srcAmount },
    { token: dstToken, amount: dstAmount }
  ];
  return {
    provider: provider4,
    swapType: "on-chain",
    executionKind: "ton",
    request: request3,
    dstAmount,
    dstMinAmount: service === null ? least2 : inParts(least2, BigInt(parts.length)),
    slippageBps,
    durationSeconds: usualSeconds,
    priceImpactPercent: impactPercent && Math.max(0, toRoundNumber(impactPercent, 6)),
    fees: tonFees(offer),
    spender: null,
    steps: [{ type: "on-chain", provider: provider4, from, to }],
    expiresAtMs: null,
    warnings: [],
    providerState: service?.carry ?? null
  };
}
function tonFees({ parts, fee = null }) {
  const used = sumOf4(parts.map(({ gas: gas2 }) => gas2));
  const gas = used === null ? null : { limit: used, price: 1n };
  return { gas, protocolFixed: 0n, providerFixed: 0n, percent: fee };
}
function sumOf4(amounts) {
  return amounts.reduce((sum, one2) => sum === null || one2 === null ? null : sum + one2, 0n);
}
var mostMessages, usualSeconds;
var init_offer2 = __esm({
  "src/providers/kits/ton/offer.ts"() {
    "use strict";
    init_address();
    init_amounts();
    init_decimals();
    init_errors();
    init_slippage();
    mostMessages = 4;
    usualSeconds = 30;
  }
});

// src/providers/kits/ton/dedustRouter.ts
import * as z14 from "zod/mini";
function routerQuote(name2, baseUrl4, limits2) {
  return ({ srcToken, dstToken, srcAmount, slippageBps }) => ({
    url: `${baseUrl4}/quote`,
    body: {
      in_minter: srcToken,
      out_minter: dstToken,
      amount: srcAmount,
      swap_mode: "exact_in",
      slippage_bps: slippageBps,
      protocols: [...limits2.protocols],
      only_verified_pools: true,
      max_splits: limits2.maxSplits,
      max_length: limits2.maxLength,
      min_pool_usd_tvl: leastPoolUsd
    },
    // A 400 with plain text means that there is no path.
    refusedIs: "NO_ROUTE",
    read: (body2) => readQuote2(name2, body2, limits2)
  });
}
function readQuote2(name2, body2, { protocols, maxLength: maxLength4 }) {
  const wire = parseWire(quoteWire2, body2, `The quote of ${name2}`);
  const swapData = wire.swap_data ?? null;
  const isOffer = wire.swap_is_possible && swapData !== null && isPayable(wire.out_amount);
  if (!isOffer) throw noRoute({ name: name2, keyVariable: null });
  const { routes } = parseWire(routesWire, swapData, `The path of ${name2}`);
  if (routes.length === 0) throw noRoute({ name: name2, keyVariable: null });
  const isWithin = routes.every(
    (route) => route.length <= maxLength4 && route.every((step) => protocols.includes(step.protocol_slug))
  );
  if (!isWithin) {
    throw new SwaprouteError("UPSTREAM_FAILED", `${name2} answered with a path beyond its limits.`);
  }
  return {
    srcAmount: wire.in_amount,
    dstAmount: wire.out_amount,
    parts: routes.map((route) => ({
      srcToken: route[0]?.in_minter ?? "",
      dstToken: route.at(-1)?.out_minter ?? "",
      srcAmount: route[0]?.in_amount ?? null,
      gas: sumOf4(route.map(({ network_fee: fee }) => fee ?? null))
    })),
    impactPercent: wire.price_impact == null ? null : new Decimal(wire.price_impact),
    own: {
      swapData,
      pools: routes.map(
        (route) => route.map(({ pool_address: pool4 }) => toRawTonAddress(pool4) ?? "")
      )
    }
  };
}
var dedustCoin, leastPoolUsd, addressWire2, stepWire2, routesWire, quoteWire2, swapWire;
var init_dedustRouter = __esm({
  "src/providers/kits/ton/dedustRouter.ts"() {
    "use strict";
    init_address();
    init_decimals();
    init_errors();
    init_wire();
    init_errors2();
    init_offer2();
    dedustCoin = "native";
    leastPoolUsd = "5000";
    addressWire2 = z14.string().check(z14.maxLength(80));
    stepWire2 = z14.object({
      pool_address: addressWire2,
      in_minter: addressWire2,
      out_minter: addressWire2,
      in_amount: wireUint,
      network_fee: z14.nullish(wireUint),
      protocol_slug: z14.string()
    });
    routesWire = z14.object({ routes: z14.array(z14.array(stepWire2).check(z14.minLength(1))) });
    quoteWire2 = z14.object({
      in_amount: wireUint,
      out_amount: wireUint,
      swap_is_possible: z14.boolean(),
      swap_data: z14.nullish(z14.json()),
      /** Percent; a gain is negative. */
      price_impact: z14.nullish(z14.number())
    });
    swapWire = z14.object({
      transactions: z14.array(
        z14.object({
          address: addressWire2,
          amount: wireUint,
          payload: z14.string(),
          state_init: z14.nullish(z14.string())
        })
      )
    });
  }
});

// src/providers/kits/ton/tokens.ts
function isTonPair({ srcToken, dstToken }) {
  return [srcToken, dstToken].every(
    ({ blockchain, native: native2, address: address2 }) => blockchain === "TON" && (native2 || toRawTonAddress(address2) !== null)
  );
}
function tokenWord(token2, nativeWord) {
  return token2.native ? nativeWord : showTonAddress(masterOf(token2), "contract");
}
function masterOf({ address: address2, symbol }) {
  const raw2 = toRawTonAddress(address2);
  if (raw2 !== null) return raw2;
  throw new SwaprouteError("INVALID_ARGUMENT", `${symbol} is not a TON jetton.`);
}
function tonParties({ fromAddress, receiver: receiver2 }) {
  if (fromAddress === null) {
    throw new SwaprouteError("MISSING_FIELD", "fromAddress is required to build the transaction.");
  }
  return { from: requireRaw(fromAddress), receiver: requireRaw(receiver2 ?? fromAddress) };
}
function requireRaw(address2) {
  const raw2 = toRawTonAddress(address2);
  if (raw2 !== null) return raw2;
  throw new SwaprouteError("INVALID_ARGUMENT", `${address2} is not a TON address.`);
}
var init_tokens3 = __esm({
  "src/providers/kits/ton/tokens.ts"() {
    "use strict";
    init_address();
    init_errors();
  }
});

// src/providers/kits/ton/envelope.ts
function readEnvelope(message, { srcToken }) {
  const to = toRawTonAddress(message.address);
  if (to === null || message.payload === null) return null;
  const body2 = readBoc(message.payload);
  const transfer3 = readJettonTransfer(body2);
  if (transfer3 !== null) {
    const { destination, amount, forwardAmount, forwardPayload } = transfer3;
    if (forwardAmount < leastForwarded) throw unheard(forwardAmount);
    if (!srcToken.native) {
      const jettons2 = { target: destination, passedTo: null, refundTo: null };
      return { kind: "jetton", ...jettons2, amount, body: forwardPayload };
    }
    const coins2 = { target: to, passedTo: destination, refundTo: null };
    return { kind: "pton1", ...coins2, amount, body: forwardPayload };
  }
  if (!srcToken.native) return null;
  const proxied = readPtonTransfer(body2);
  if (proxied !== null) return { kind: "pton2", target: to, passedTo: null, ...proxied };
  return { kind: "coin", target: to, passedTo: null, amount: 0n, refundTo: null, body: body2 };
}
function unheard(forwardAmount) {
  return new SwaprouteError(
    "UNSAFE_ROUTE",
    "The exchange would get the tokens, but too little TON to process the swap. (check T3)",
    {
      hint: "Nothing was signed. Get a new quote, or choose another provider with --provider.",
      context: { check: "T3", forwarded: String(forwardAmount) }
    }
  );
}
function readPtonTransfer(body2) {
  if (opOf(body2) !== ptonTransfer) return null;
  const reader = readCell(body2);
  reader.uint(32);
  reader.big(64);
  const amount = reader.coins();
  const refundTo = reader.address();
  const instruction = reader.eitherRef();
  reader.end();
  return { amount, refundTo, body: instruction };
}
function opOf(body2) {
  return body2.exotic || body2.bits < 32 ? null : readCell(body2).uint(32);
}
function toDeadline(seconds) {
  return seconds === 0n || seconds > BigInt(Number.MAX_SAFE_INTEGER) ? null : Number(seconds);
}
var ptonTransfer, leastForwarded;
var init_envelope = __esm({
  "src/providers/kits/ton/envelope.ts"() {
    "use strict";
    init_address();
    init_boc();
    init_jettons();
    init_reader();
    init_errors();
    ptonTransfer = 32736093;
    leastForwarded = 10000000n;
  }
});

// src/providers/kits/ton/tonco.ts
function toncoContracts() {
  return { router: pinnedAddress(router2), ptonWallet: pinnedAddress(ptonWallet) };
}
async function decodeTonco({ kind, target, amount, refundTo, body: body2 }, { dstToken, fromAddress }, context) {
  if (opOf(body2) !== swapOp) return null;
  const reader = readCell(body2);
  reader.uint(32);
  const askWallet = reader.address();
  reader.big(160);
  const minOut = reader.coins();
  const owner = reader.address();
  const onward = reader.maybeRef();
  reader.end();
  if (onward !== null) return null;
  const { router: router4, ptonWallet: ptonWallet3 } = toncoContracts();
  const trusted = kind === "jetton" && target === router4 || kind === "pton2" && target === ptonWallet3;
  return {
    method: "tonco swap",
    target,
    trusted,
    srcAmount: amount,
    recipient: owner,
    // The owner of a swap also gets what the pool does not take; pTON names its own address.
    refundTo: refundOwner([refundTo, owner], toRawTonAddress(fromAddress)),
    dstToken: trusted ? await boughtToken(askWallet, dstToken, context) : null,
    minOut,
    deadlineSeconds: null
  };
}
async function boughtToken(askWallet, dstToken, context) {
  const { router: router4, ptonWallet: ptonWallet3 } = toncoContracts();
  if (dstToken.native) return askWallet === ptonWallet3 ? zeroAddress : null;
  const expected = await jettonWalletOf(masterOf(dstToken), router4, context);
  return askWallet === expected ? dstToken.address : null;
}
var swapOp, router2, ptonWallet;
var init_tonco = __esm({
  "src/providers/kits/ton/tonco.ts"() {
    "use strict";
    init_address();
    init_reader();
    init_token();
    init_tonContracts();
    init_envelope();
    init_pinned();
    init_tokens3();
    swapOp = 2818267384;
    router2 = "EQC_-t0nCnOFMdp7E7qPxAOCbCWGFz-e3pwxb6tTvFmshjt5";
    ptonWallet = "EQCHHakhWxSQIWbw6ioW21YnjVKBCDd_gVjF9Mz9_dIuFy23";
  }
});

// src/providers/kits/ton/state.ts
import * as z15 from "zod/mini";
function writeSwapState(request3, minOut) {
  const { srcToken, dstToken, srcAmount } = request3;
  return {
    swap: {
      srcMaster: srcToken.native ? null : masterOf(srcToken),
      dstMaster: dstToken.native ? null : masterOf(dstToken),
      srcAmount: String(srcAmount),
      minAmount: String(minOut)
    }
  };
}
function readSwapState(state) {
  const parsed = z15.safeParse(stateWire, state);
  return parsed.success ? parsed.data.swap : null;
}
var masterWire, stateWire;
var init_state3 = __esm({
  "src/providers/kits/ton/state.ts"() {
    "use strict";
    init_wire();
    init_tokens3();
    masterWire = z15.nullable(z15.string().check(z15.regex(/^-?[01]:[0-9a-f]{64}$/)));
    stateWire = z15.object({
      swap: z15.object({
        srcMaster: masterWire,
        dstMaster: masterWire,
        srcAmount: wireUint,
        minAmount: wireUint
      })
    });
  }
});

// src/providers/kits/ton/dedustContracts.ts
function dedustFactory() {
  return pinnedAddress(factory);
}
function dedustVaultOf(token2) {
  return madeByFactory(vaultType, assetOf2(token2));
}
async function leadsThroughPools(pools, src, dst, context) {
  const end = assetOf2(dst);
  let asset = assetOf2(src);
  for (const pool4 of pools) {
    const next = isPoolOf(pool4, asset, end) ? end : await behindPool(pool4, asset, context);
    if (next === null) return false;
    asset = next;
  }
  return pools.length > 0 && asset === end;
}
async function behindPool(pool4, asset, context) {
  const items = await readOwnWord(pool4, "get_assets", context);
  const told3 = items.flatMap((item) => "boc" in item ? readAsset(item.boc) ?? [] : []);
  return told3.find((other) => isPoolOf(pool4, asset, other)) ?? null;
}
function isPoolOf(pool4, a, b) {
  const kinds = ["0", "1"].flatMap((stable) => [`${stable}${a}${b}`, `${stable}${b}${a}`]);
  return kinds.some((kind) => pool4 === madeByFactory(poolType, kind));
}
function madeByFactory(type, purpose) {
  const data = cellOfBits(`${addressBits(dedustFactory())}${uintBits(type, 8)}${purpose}`);
  return addressOfContract(readBoc(blankCode), data);
}
function assetOf2(token2) {
  return token2.native ? coin2 : `0001${addressBits(masterOf(token2)).slice(3)}`;
}
function readAsset(boc) {
  try {
    const reader = readCell(readBoc(boc));
    const { bitsLeft } = reader;
    const asset = uintBits(reader.big(bitsLeft), bitsLeft);
    reader.end();
    return asset === coin2 || asset.startsWith("0001") && bitsLeft === 268 ? asset : null;
  } catch (thrown) {
    if (thrown instanceof RangeError) return null;
    throw thrown;
  }
}
var factory, blankCode, vaultType, poolType, coin2;
var init_dedustContracts = __esm({
  "src/providers/kits/ton/dedustContracts.ts"() {
    "use strict";
    init_boc();
    init_derive();
    init_reader();
    init_tonContracts();
    init_pinned();
    init_tokens3();
    factory = "EQBfBWT7X2BHg9tXAxzhz2aKiNTU1tpt5NsiK0uSDW_YAJ67";
    blankCode = "te6ccgEBBAEAlgABFP8A9KQT9LzyyAsBAgJwAwIACb8pMvg8APXeA6DprkP0gGBB2onai9qPHDK3AgFA4LEAIZGWCgOeLAP0BQDXnoGSA/YB2s/ay9rI4v/aIxx72omh9IGmDqJljgvlwgcIHgmmPgMEITZ1R/V0K+XoB6Z+AmGpph4CA6hD9ghDodo92qYgjCCLBAHKTdqHsdqD2+ID5f8=";
    vaultType = 1;
    poolType = 2;
    coin2 = "0000";
  }
});

// src/providers/kits/ton/dedustDecode.ts
async function decodeDedust({ kind, target, amount, body: body2 }, { srcToken, dstToken }, context) {
  const op = opOf(body2);
  if (op !== (kind === "coin" ? nativeSwap : jettonSwap)) return null;
  if (kind !== "coin" && kind !== "jetton") return null;
  const instruction = readInstruction2(body2, kind);
  if (instruction === null) return null;
  const { pools, minOut, recipient, deadlineSeconds: deadlineSeconds2 } = instruction;
  const trusted = target === dedustVaultOf(srcToken);
  const isBought2 = trusted && await leadsThroughPools(pools, srcToken, dstToken, context);
  const bought = dstToken.native ? zeroAddress : dstToken.address;
  return {
    method: "dedust swap",
    target,
    trusted,
    srcAmount: kind === "coin" ? instruction.amount : amount,
    recipient,
    refundTo: null,
    dstToken: isBought2 ? bought : null,
    minOut,
    deadlineSeconds: deadlineSeconds2
  };
}
function readInstruction2(body2, kind) {
  const reader = readCell(body2);
  reader.uint(32);
  if (kind === "coin") reader.big(64);
  const amount = kind === "coin" ? reader.coins() : 0n;
  const pools = [];
  let step = reader;
  let minOut = 0n;
  for (; ; ) {
    const pool4 = step.address();
    const isGivenOut = step.bit();
    minOut = step.coins();
    const next = step.maybeRef();
    if (step !== reader) step.end();
    if (pool4 === null || isGivenOut || pools.length === maxSteps) return null;
    pools.push(pool4);
    if (next === null) break;
    step = readCell(next);
  }
  const params = readCell(reader.ref());
  reader.end();
  const deadlineSeconds2 = toDeadline(params.big(32));
  const recipient = params.address();
  params.address();
  params.maybeRef();
  params.maybeRef();
  params.end();
  return { amount, pools, minOut, recipient, deadlineSeconds: deadlineSeconds2 };
}
var nativeSwap, jettonSwap, maxSteps;
var init_dedustDecode = __esm({
  "src/providers/kits/ton/dedustDecode.ts"() {
    "use strict";
    init_reader();
    init_token();
    init_dedustContracts();
    init_envelope();
    nativeSwap = 3926267997;
    jettonSwap = 3818968194;
    maxSteps = 4;
  }
});

// src/providers/kits/ton/stonfiDecode.ts
async function decodeStonfi(envelope, { dstToken, fromAddress }, context) {
  const instruction = readStonfiSwap(envelope.body);
  if (instruction === null) return null;
  const { version, minOut, receiver: receiver2, deadlineSeconds: deadlineSeconds2 } = instruction;
  const from = toRawTonAddress(fromAddress);
  const owners = [from, receiver2];
  const { excessesTo } = instruction;
  if (excessesTo !== null && !owners.includes(excessesTo)) throw strayFees(excessesTo);
  const router4 = routerOf(envelope, version);
  return {
    method: `stonfi_v${version} swap`,
    target: envelope.target,
    trusted: router4 !== null,
    srcAmount: envelope.amount,
    recipient: receiver2,
    // pTON names its own address for TON it cannot forward.
    refundTo: refundOwner([envelope.refundTo, instruction.refundTo], from),
    dstToken: router4 === null ? null : await boughtToken2(instruction, router4, dstToken, context),
    minOut,
    deadlineSeconds: deadlineSeconds2
  };
}
function readStonfiSwap(body2) {
  const op = opOf(body2);
  if (op === swapV2) return readV2(body2);
  return op === swapV1 ? readV1(body2) : null;
}
function readV2(body2) {
  const reader = readCell(body2);
  reader.uint(32);
  const askWallet = reader.address();
  const refundTo = reader.address();
  const excessesTo = reader.address();
  const deadlineSeconds2 = toDeadline(reader.big(64));
  const terms2 = readCell(reader.ref());
  reader.end();
  const minOut = terms2.coins();
  const receiver2 = terms2.address();
  terms2.coins();
  const onward = terms2.maybeRef();
  terms2.coins();
  const onRefund = terms2.maybeRef();
  terms2.uint(16);
  terms2.address();
  terms2.end();
  if (onward !== null || onRefund !== null) return null;
  return { version: 2, askWallet, minOut, receiver: receiver2, refundTo, excessesTo, deadlineSeconds: deadlineSeconds2 };
}
function readV1(body2) {
  const reader = readCell(body2);
  reader.uint(32);
  const askWallet = reader.address();
  const minOut = reader.coins();
  const receiver2 = reader.address();
  if (reader.bit()) reader.address();
  reader.end();
  const none = { refundTo: null, excessesTo: null, deadlineSeconds: null };
  return { version: 1, askWallet, minOut, receiver: receiver2, ...none };
}
function routerOf({ kind, target, passedTo }, version) {
  if (kind === "coin" || kind === (version === 2 ? "pton1" : "pton2")) return null;
  const router4 = kind === "jetton" ? stonfiRouter(target) : stonfiRouterOfPton(target);
  if (router4?.version !== version) return null;
  return kind === "pton1" && passedTo !== router4.router ? null : router4;
}
async function boughtToken2({ askWallet }, router4, dstToken, context) {
  if (dstToken.native) return askWallet === router4.ptonWallet ? zeroAddress : null;
  const expected = await jettonWalletOf(masterOf(dstToken), router4.router, context);
  return askWallet === expected ? dstToken.address : null;
}
function strayFees(address2) {
  return new SwaprouteError(
    "UNSAFE_ROUTE",
    "Excess TON would go to a different account. (check T3)",
    { hint: "Nothing was signed. Get a new quote.", context: { check: "T3", address: address2 } }
  );
}
var swapV2, swapV1;
var init_stonfiDecode = __esm({
  "src/providers/kits/ton/stonfiDecode.ts"() {
    "use strict";
    init_address();
    init_boc();
    init_jettons();
    init_reader();
    init_errors();
    init_token();
    init_tonContracts();
    init_envelope();
    init_pinned();
    init_stonfiContracts();
    init_tokens3();
    swapV2 = 1717886506;
    swapV1 = 630424929;
  }
});

// src/providers/kits/ton/decode.ts
var decode_exports = {};
__export(decode_exports, {
  decodeTonSwap: () => decodeTonSwap
});
async function decodeTonSwap(exchanges, message, swap, context) {
  try {
    const envelope = readEnvelope(message, swap);
    if (envelope === null) return null;
    for (const exchange2 of exchanges) {
      const decoded2 = await decoders[exchange2](envelope, swap, context);
      if (decoded2 !== null) return decoded2;
    }
    return null;
  } catch (thrown) {
    if (thrown instanceof RangeError) return null;
    throw thrown;
  }
}
var decoders;
var init_decode = __esm({
  "src/providers/kits/ton/decode.ts"() {
    "use strict";
    init_dedustDecode();
    init_envelope();
    init_stonfiDecode();
    init_tonco();
    decoders = {
      stonfi: decodeStonfi,
      dedust: decodeDedust,
      tonco: decodeTonco
    };
  }
});

// src/providers/kits/ton/messages.ts
var messages_exports = {};
__export(messages_exports, {
  checkSwapMessages: () => checkSwapMessages,
  toTonMessages: () => toTonMessages
});
function toTonMessages(provider4, given) {
  return given.map(({ address: address2, amount, payload, stateInit }) => {
    const raw2 = toRawTonAddress(address2);
    const isWhole = [payload, stateInit].every((boc) => boc === null || isBag2(boc));
    if (raw2 === null || !isWhole || amount <= 0n) {
      throw new SwaprouteError("UPSTREAM_FAILED", `${provider4.name} made no usable message.`, {
        context: { fault: "malformed" }
      });
    }
    const init = stateInit === null ? null : inStandardBase64(stateInit);
    return {
      address: showTonAddress(raw2, "contract"),
      amount,
      payload: inStandardBase64(payload),
      stateInit: init
    };
  });
}
async function checkSwapMessages(provider4, exchanges, messages, quote, context) {
  const { request: request3, dstMinAmount } = quote;
  const { srcToken, dstToken, srcAmount, refundAddress } = request3;
  const { from, receiver: receiver2 } = tonParties(request3);
  const refuse4 = (check, what) => unsafe3(provider4, check, what);
  if (messages.length < 1 || messages.length > mostMessages) {
    throw refuse4("T1", `returned ${messages.length} messages, more than a wallet sends at once`);
  }
  const ownWallet = srcToken.native ? null : await jettonWalletOf(masterOf(srcToken), from, context);
  const own = [from, refundAddress === null ? null : toRawTonAddress(refundAddress)];
  let [sold, minOut] = [0n, 0n];
  for (const message of messages) {
    const swap = { srcToken, dstToken, fromAddress: from };
    const decoded2 = await decodeTonSwap(exchanges, message, swap, context);
    if (decoded2 === null) throw refuse4("T3", "returned an instruction this program cannot read");
    const fault = targetFault(message, decoded2, ownWallet);
    if (fault !== null) throw refuse4("T2", fault);
    const orderFault = transferFault(message, from, ownWallet);
    if (orderFault !== null) throw refuse4("T3", orderFault);
    if (!isOwnState(message, ownWallet)) throw refuse4("T4", "would deploy an unexpected contract");
    const attached = message.amount - (ownWallet === null ? decoded2.srcAmount : 0n);
    if (attached < 0n || attached > mostAttached)
      throw refuse4("T1", "would take a different amount");
    if ((decoded2.recipient ?? from) !== receiver2)
      throw refuse4("T7", "would pay a different receiver");
    if (!own.includes(decoded2.refundTo ?? from))
      throw refuse4("T7", "would send refunds to a different account");
    if (!isBought(decoded2, dstToken.native ? zeroAddress : dstToken.address)) {
      throw refuse4("T7", `does not buy ${dstToken.symbol}`);
    }
    sold += decoded2.srcAmount;
    minOut += decoded2.minOut ?? 0n;
  }
  if (sold !== srcAmount) throw refuse4("T1", "would spend a different amount than accepted");
  if (minOut < dstMinAmount) throw priceMoved(provider4, dstMinAmount, minOut);
  return { minOut };
}
function targetFault({ address: address2 }, { target, trusted }, ownWallet) {
  if (!trusted) return `would pay ${showTonAddress(target, "contract")}, which is not an exchange`;
  const to = toRawTonAddress(address2);
  return to === (ownWallet ?? target) ? null : `would send a message to ${address2}`;
}
function transferFault({ payload, amount }, from, ownWallet) {
  if (ownWallet === null || payload === null) return null;
  const transfer3 = readJettonTransfer(readBoc(payload));
  if (transfer3?.responseDestination !== from) return "would send excess TON to a different account";
  if (transfer3.hasCustomPayload) return "carries a custom payload for the jetton wallet";
  return transfer3.forwardAmount > amount ? "would forward more TON than it carries" : null;
}
function isOwnState({ address: address2, stateInit }, ownWallet) {
  if (stateInit === null) return true;
  try {
    const made = addressOfState(readStateInit(readBoc(stateInit)));
    return made === ownWallet && made === toRawTonAddress(address2);
  } catch (thrown) {
    if (thrown instanceof RangeError) return false;
    throw thrown;
  }
}
function isBought({ dstToken }, expected) {
  if (dstToken === null) return false;
  return expected === zeroAddress ? dstToken === zeroAddress : isSameTonAddress(dstToken, expected);
}
function isBag2(boc) {
  try {
    readBoc(boc);
    return true;
  } catch (thrown) {
    if (thrown instanceof RangeError) return false;
    throw thrown;
  }
}
function inStandardBase64(boc) {
  return Buffer.from(boc, "base64").toString("base64");
}
function unsafe3({ name: name2 }, check, what) {
  return new SwaprouteError("UNSAFE_ROUTE", `${name2} ${what}. (check ${check})`, {
    hint: "Nothing was signed. Get a new quote, or choose another provider with --provider.",
    context: { check }
  });
}
var mostAttached;
var init_messages = __esm({
  "src/providers/kits/ton/messages.ts"() {
    "use strict";
    init_address();
    init_boc();
    init_jettons();
    init_message();
    init_errors();
    init_token();
    init_errors2();
    init_tonContracts();
    init_decode();
    init_offer2();
    init_tokens3();
    mostAttached = 1100000000n;
  }
});

// src/providers/kits/ton/stored.ts
async function withStored(trace, accounts, context) {
  const stored = /* @__PURE__ */ new Map();
  for (const account2 of accounts) {
    for (const one2 of await storedOf(trace, account2, context)) stored.set(one2.hash, one2);
  }
  const transactions = trace.transactions.flatMap((told3) => {
    if (!accounts.has(told3.account)) return [told3];
    return stored.get(told3.hash) ?? (told3.emulated ? [told3] : []);
  });
  return { ...trace, transactions };
}
async function storedOf({ transactions }, account2, { ton: ton3, signal }) {
  const told3 = transactions.filter((one2) => one2.account === account2 && !one2.emulated);
  const newest2 = told3.reduce(
    (last, one2) => last === null || one2.lt > last.lt ? one2 : last,
    null
  );
  if (newest2 === null) return [];
  const page = await ton3.rawTransactions(account2, mostPerAccount, newest2, { signal });
  return page.flatMap(({ boc }) => decoded(boc, account2) ?? []);
}
function decoded(boc, account2) {
  try {
    return readTransaction2(boc, account2);
  } catch (thrown) {
    if (thrown instanceof RangeError) return null;
    throw thrown;
  }
}
var mostPerAccount;
var init_stored = __esm({
  "src/providers/kits/ton/stored.ts"() {
    "use strict";
    init_transaction();
    mostPerAccount = 40;
  }
});

// src/providers/kits/ton/status.ts
var status_exports2 = {};
__export(status_exports2, {
  readTonSwapStatus: () => readTonSwapStatus
});
async function readTonSwapStatus(ref, foreignTerms, context) {
  const hash3 = readTonHash(ref.srcTxHash ?? "")?.hex;
  const state = readSwapState(ref.providerState);
  if (hash3 === void 0 || state === null && foreignTerms === null) return notFound3;
  const trace = await readTrace(context, { messageHash: hash3 }, { recent: true }) ?? await readTrace(context, { transactionHash: hash3 });
  if (trace === null || isOlder(trace, ref)) return notFound3;
  const own = state === null ? null : await ownTerms(state, ref, context);
  const read = async (one2) => {
    const foreign = state === null ? await foreignTerms?.(one2, context) ?? null : null;
    const terms2 = own ?? foreign;
    if (terms2 === null || !isPaidBy(one2, terms2.sold.owner)) return nothing;
    const status2 = judge2(one2, terms2, ref, context);
    const accounts2 = [terms2.sold.owner, placeOfEnd(status2, terms2)];
    return { status: status2, accounts: foreign === null ? accounts2 : [...accounts2, foreign.toldBy] };
  };
  const { status, accounts } = await read(trace);
  if (openWords.has(status.status)) return onTon(status);
  const named = trace.transactions.filter((one2) => isAbout(one2, hash3));
  const witnesses = /* @__PURE__ */ new Set([...accounts, ...named.map(({ account: account2 }) => account2)]);
  const stored = await withStored(trace, witnesses, context);
  const { status: proved } = await read(stored);
  const isAsked = stored.transactions.some((one2) => isAbout(one2, hash3));
  return onTon(isAsked && proved.status === status.status ? proved : waiting2(false, ref, context));
}
function onTon(status) {
  return status.status === "NOT_FOUND" ? status : { ...status, sourceBlockchain: "TON" };
}
function placeOfEnd({ status }, { sold, bought }) {
  const { owner, jettonWallet } = status === "SUCCESS" ? bought : sold;
  return jettonWallet ?? owner;
}
async function ownTerms(state, { fromAddress, receiver: receiver2 }, context) {
  const payer2 = toRawTonAddress(fromAddress ?? "");
  const to = toRawTonAddress(receiver2 ?? fromAddress ?? "");
  if (payer2 === null || to === null) return null;
  const walletOf2 = (master, owner) => master === null ? null : jettonWalletOf(master, owner, context);
  const [soldWallet, boughtWallet] = [
    await walletOf2(state.srcMaster, payer2),
    await walletOf2(state.dstMaster, to)
  ];
  return {
    sold: { owner: payer2, jettonWallet: soldWallet, amount: state.srcAmount },
    bought: { owner: to, jettonWallet: boughtWallet, minimum: state.minAmount }
  };
}
function isPaidBy({ transactions }, payer2) {
  return transactions.some(
    ({ account: account2, inMessage }) => account2 === payer2 && inMessage !== null && inMessage.source === null
  );
}
function isOlder({ transactions }, { startedAtMs }) {
  if (startedAtMs === null) return false;
  return transactions.some(({ atSeconds }) => atSeconds * 1e3 < startedAtMs - clockMarginMs);
}
function judge2(trace, { sold, bought }, ref, context) {
  const isOver = hasEnded(trace);
  const done = happened(trace);
  const [came, back, all] = [gainsIn(done, bought), gainsIn(done, sold), allCoins(done, sold.owner)];
  const isWhole = isOver && isGivenBack(trace, sold, sumOf2(back), sumOf2(all));
  if (isWhole && (sold.jettonWallet !== null || sumOf2(came) < bought.minimum)) {
    return {
      status: "REVERTED",
      destinationTxHash: hashOf3(back) ?? hashOf3(all),
      receivedAmount: sold.amount,
      note: "The exchange did not execute the swap and returned the money."
    };
  }
  const receivedAmount = sumOf2(came);
  if (receivedAmount > 0n && receivedAmount >= bought.minimum) {
    return { status: "SUCCESS", destinationTxHash: hashOf3(came), receivedAmount };
  }
  if (isOver && hasSentNothing(trace, sold.owner)) {
    const note = "The wallet rejected the transfer; nothing was sent.";
    return { status: "FAIL", destinationTxHash: null, note };
  }
  return waiting2(isOver, ref, context);
}
function hashOf3(gains2) {
  return gains2.at(-1)?.transaction.hash ?? null;
}
function isGivenBack(trace, { owner, jettonWallet, amount }, back, all) {
  if (back >= amount) return true;
  if (jettonWallet !== null) return false;
  return all >= amount && all > paidOut(trace, owner) - amount;
}
function paidOut({ transactions }, owner) {
  return transactions.filter(({ account: account2, inMessage }) => account2 === owner && inMessage?.source === null).flatMap(({ outMessages }) => outMessages).reduce((sum, { value }) => sum + value, 0n);
}
function hasSentNothing({ transactions }, owner) {
  const own = transactions.filter(
    ({ account: account2, inMessage }) => account2 === owner && inMessage?.source === null
  );
  return own.length > 0 && own.every(({ outMessages }) => outMessages.length === 0);
}
function waiting2(isOver, ref, { now }) {
  const { startedAtMs, durationSeconds } = ref;
  const limitMs = Math.max(longFromMs, (durationSeconds ?? 0) * 3e3);
  const isLong = startedAtMs !== null && now() - startedAtMs > limitMs;
  const note = "All messages have ended; neither the bought nor the sold token arrived.";
  return {
    status: isLong ? "LONG_PENDING" : "PENDING",
    destinationTxHash: null,
    ...isOver ? { note } : {}
  };
}
var clockMarginMs, longFromMs, notFound3, nothing, openWords;
var init_status3 = __esm({
  "src/providers/kits/ton/status.ts"() {
    "use strict";
    init_address();
    init_tonHash();
    init_tonContracts();
    init_ton2();
    init_tonTraces();
    init_state3();
    init_stored();
    clockMarginMs = 12e4;
    longFromMs = 30 * 6e4;
    notFound3 = { status: "NOT_FOUND", destinationTxHash: null };
    nothing = { status: notFound3, accounts: [] };
    openWords = /* @__PURE__ */ new Set(["PENDING", "LONG_PENDING", "NOT_FOUND"]);
  }
});

// src/providers/kits/tonExchange.ts
function tonExchange(service) {
  const { id: id2, coin: coin3, make, reads } = service;
  const name2 = nameOf(service);
  const offerFor = async (request3, context) => {
    const asked = {
      srcToken: tokenWord(request3.srcToken, coin3),
      dstToken: tokenWord(request3.dstToken, coin3),
      srcAmount: String(request3.srcAmount),
      slippageBps: request3.slippageBps ?? defaultSlippageBps.ton
    };
    const offer = await askService(service, service.quote(asked, request3), request3, context);
    checkTonOffer(service, offer, request3);
    await service.check?.(offer, request3, context);
    return offer;
  };
  const messagesFor = async ({ request: request3, slippageBps, dstMinAmount: accepted, providerState }, { dstAmount, own }, context) => {
    const { from, receiver: receiver2 } = tonParties(request3);
    const ask = (one2) => askService(service, one2, request3, context);
    if (make.by === "service") {
      const given = await ask(make.messages({ from, slippageBps }, providerState));
      const { toTonMessages: toTonMessages2 } = await Promise.resolve().then(() => (init_messages(), messages_exports));
      const messages = toTonMessages2(name2, given.messages);
      return { messages, least: accepted, uniqueInfo: { ...given.uniqueInfo } };
    }
    const promised = minimumAfterSlippage(dstAmount, slippageBps);
    const least2 = promised > accepted ? promised : accepted;
    const refundTo = toRawTonAddress(request3.refundAddress ?? from) ?? from;
    const order3 = { request: request3, from, receiver: receiver2, refundTo, minUnits: least2, nowMs: context.now() };
    return { messages: [await make.message(order3, own, ask, context)], least: least2, uniqueInfo: {} };
  };
  return {
    ids: [id2],
    capabilities: {
      recipient: service.recipient ?? false,
      chargesFee: false,
      deposit: false,
      crossChain: false
    },
    blockchains: () => ["TON"],
    supports: (request3) => isTonPair(request3) ? [id2] : [],
    quote: async (request3, _wanted, context) => {
      const offer = await offerFor(request3, context);
      const carried = make.by === "service" ? { carry: make.carry(offer.own) } : null;
      return { quotes: [toTonQuote(id2, request3, offer, carried)], failed: [] };
    },
    pinned: (_id, blockchain) => pinnedOnTon(blockchain, service.contracts()),
    proofs: [
      {
        kind: "ton",
        decode: async (message, swap, context) => {
          const { decodeTonSwap: decodeTonSwap2 } = await Promise.resolve().then(() => (init_decode(), decode_exports));
          return decodeTonSwap2(reads, message, swap, context);
        }
      }
    ],
    build: async (quote, context) => {
      const { request: request3, dstMinAmount: accepted } = quote;
      tonParties(request3);
      const offer = await offerFor(request3, context);
      const { dstAmount } = offer;
      if (dstAmount < accepted) throw priceMoved(name2, accepted, dstAmount);
      const { checkSwapMessages: checkSwapMessages2 } = await Promise.resolve().then(() => (init_messages(), messages_exports));
      const { messages, least: least2, uniqueInfo } = await messagesFor(quote, offer, context);
      const promise = { ...quote, dstMinAmount: least2 };
      const { minOut } = await checkSwapMessages2(name2, reads, messages, promise, context);
      return {
        transaction: { kind: "ton", messages },
        dstAmount,
        dstMinAmount: minOut,
        fees: tonFees(offer),
        orderId: null,
        uniqueInfo,
        providerState: writeSwapState(request3, minOut)
      };
    },
    status: async (_id, ref, context) => {
      const { readTonSwapStatus: readTonSwapStatus2 } = await Promise.resolve().then(() => (init_status3(), status_exports2));
      return readTonSwapStatus2(ref, service.foreignTerms ?? null, context);
    }
  };
}
var init_tonExchange = __esm({
  "src/providers/kits/tonExchange.ts"() {
    "use strict";
    init_address();
    init_amounts();
    init_slippage();
    init_errors2();
    init_service();
    init_offer2();
    init_pinned();
    init_state3();
    init_tokens3();
  }
});

// src/chains/ton/build/toncoSwap.ts
var toncoSwap_exports = {};
__export(toncoSwap_exports, {
  toncoMessage: () => toncoMessage
});
import { Address as Address2, beginCell as beginCell3 } from "@ton/core";
function toncoMessage(order3) {
  const { ptonWallet: ptonWallet3, offerWallet, routerWallets, units, minUnits, owner, queryId } = order3;
  const ownerAddress = Address2.parseRaw(owner);
  const swap = beginCell3().storeUint(swapOp2, 32).storeAddress(Address2.parseRaw(routerWallets.dst)).storeUint(isFirst(routerWallets) ? leastPrice + 1n : greatestPrice - 1n, 160).storeCoins(minUnits).storeAddress(ownerAddress).storeMaybeRef(null).endCell();
  const body2 = beginCell3().storeUint(offerWallet === null ? ptonTransfer2 : jettonTransfer, 32);
  body2.storeUint(queryId, 64).storeCoins(units);
  if (offerWallet === null) body2.storeAddress(ownerAddress);
  else {
    body2.storeAddress(Address2.parseRaw(order3.router)).storeAddress(ownerAddress).storeMaybeRef(null).storeCoins(swapGas2 + spareGas);
  }
  body2.storeMaybeRef(swap);
  const attached = swapGas2 + transfersGas;
  return {
    address: showTonAddress(offerWallet ?? ptonWallet3, "contract"),
    amount: offerWallet === null ? units + attached : attached,
    payload: body2.endCell().toBoc().toString("base64"),
    stateInit: null
  };
}
function isFirst({ src, dst }) {
  const hashOf4 = (raw2) => beginCell3().storeAddress(Address2.parseRaw(raw2)).endCell().hash().toString("hex");
  return hashOf4(src) > hashOf4(dst);
}
var jettonTransfer, ptonTransfer2, swapOp2, swapGas2, transfersGas, spareGas, leastPrice, greatestPrice;
var init_toncoSwap = __esm({
  "src/chains/ton/build/toncoSwap.ts"() {
    "use strict";
    init_address();
    jettonTransfer = 260734629;
    ptonTransfer2 = 32736093;
    swapOp2 = 2818267384;
    swapGas2 = 400000000n;
    transfersGas = 200000000n;
    spareGas = 100000000n;
    leastPrice = 4295128739n;
    greatestPrice = 1461446703485210103287273052203988822378723970342n;
  }
});

// src/providers/tonco_dex.ts
function createToncoProvider({ baseUrl: baseUrl4 }) {
  return tonExchange({
    id: "TONCO_DEX",
    name,
    coin: dedustCoin,
    contracts: () => Object.values(toncoContracts()),
    reads: ["tonco"],
    mostParts: limits.maxSplits,
    quote: routerQuote(name, baseUrl4, limits),
    check: async ({ own: { pools } }, request3, context) => {
      const pool4 = await poolOf2(request3, context);
      if (pool4 !== pools[0]?.[0]) throw unknownRouter();
    },
    make: {
      by: "adapter",
      message: async ({ request: request3, from, minUnits, nowMs: nowMs2 }, _own, _ask, context) => {
        const { srcToken, srcAmount } = request3;
        const routerWallets = await routerWalletsOf(request3, context);
        const { toncoMessage: toncoMessage2 } = await Promise.resolve().then(() => (init_toncoSwap(), toncoSwap_exports));
        return toncoMessage2({
          ...toncoContracts(),
          offerWallet: srcToken.native ? null : await jettonWalletOf(masterOf(srcToken), from, context),
          routerWallets,
          units: srcAmount,
          minUnits,
          owner: from,
          queryId: BigInt(nowMs2)
        });
      }
    }
  });
}
async function routerWalletsOf({ srcToken, dstToken }, context) {
  const { router: router4, ptonWallet: ptonWallet3 } = toncoContracts();
  const walletOf2 = async (token2) => token2.native ? ptonWallet3 : jettonWalletOf(masterOf(token2), router4, context);
  return { src: await walletOf2(srcToken), dst: await walletOf2(dstToken) };
}
async function poolOf2(request3, context) {
  const { router: router4 } = toncoContracts();
  const { src, dst } = await routerWalletsOf(request3, context);
  const args = [src, dst].map((wallet) => ({ type: "slice", boc: addressSlice(wallet) }));
  return await derivedAddress(router4, "getPoolAddress", args, context);
}
function unknownRouter() {
  const text4 = "TONCO swaps this pair at a router this version does not know.";
  return new SwaprouteError("NO_ROUTE", text4, {
    hint: "A newer version may know it."
  });
}
var name, limits;
var init_tonco_dex = __esm({
  "src/providers/tonco_dex.ts"() {
    "use strict";
    init_jettons();
    init_errors();
    init_tonContracts();
    init_dedustRouter();
    init_tokens3();
    init_tonco();
    init_tonExchange();
    name = "TONCO";
    limits = { protocols: ["tonco"], maxSplits: 1, maxLength: 1 };
  }
});

// test/providers/tonco_dex/support.ts
var baseUrl3, provider3, router3, ptonWallet2, pool3, ton2, fromTon, toTon, jettons;
var init_support3 = __esm({
  "test/providers/tonco_dex/support.ts"() {
    "use strict";
    init_tonco_dex();
    init_support2();
    init_depositSupport();
    init_tonSupport();
    baseUrl3 = "https://dedust.test/v4/router";
    provider3 = createToncoProvider({ baseUrl: baseUrl3 });
    router3 = raw("EQC_-t0nCnOFMdp7E7qPxAOCbCWGFz-e3pwxb6tTvFmshjt5");
    ptonWallet2 = raw("EQCHHakhWxSQIWbw6ioW21YnjVKBCDd_gVjF9Mz9_dIuFy23");
    pool3 = `0:${digest2("tonco pool")}`;
    ton2 = fakeTon({
      methods: { [`${router3} getPoolAddress`]: () => [addressItem(pool3)] }
    }).ton;
    fromTon = requestOf(toncoin, usdt, 5n * nano, { fromAddress: payer });
    toTon = requestOf(usdt, toncoin, 15000000n, { fromAddress: payer });
    jettons = requestOf(usdt, notcoin, 15000000n, { fromAddress: payer });
  }
});

// test/campaign/02-mutations/tonOracle.ts
import { Address as Address3, Cell as Cell3 } from "@ton/core";
function harmOf(messages, accepted) {
  let [sold, minOut] = [0n, 0n];
  for (const message of messages) {
    try {
      const read = readMessage2(message, accepted);
      const along = message.amount - (accepted.srcToken.native ? read.sold : 0n);
      if (along < 0n || along > 1100000000n) return `${along} nanoton go along`;
      if (message.stateInit !== null) return "code comes along";
      sold += read.sold;
      minOut += read.minOut;
    } catch (thrown) {
      return thrown instanceof Error ? thrown.message : String(thrown);
    }
  }
  if (sold !== accepted.srcAmount) return `${sold} are sold, not ${accepted.srcAmount}`;
  return minOut < accepted.minOut ? `at least ${minOut}, not ${accepted.minOut}` : null;
}
function readMessage2({ address: address2, amount, payload }, accepted) {
  const to = rawOf(Address3.parse(address2));
  const body2 = Cell3.fromBase64(payload ?? "").beginParse();
  const op = body2.loadUint(32);
  body2.loadUintBig(64);
  const sold = body2.loadCoins();
  if (!accepted.srcToken.native) {
    if (op !== 260734629) throw new Error(`op ${op} to a jetton wallet`);
    must(to === walletOf(accepted.srcToken.address, payer), `goes to ${to}`);
    const destination = rawOf(body2.loadAddress());
    mustBePayer(body2.loadMaybeAddress(), "what is left");
    must(body2.loadMaybeRef() === null, "an order to the jetton wallet");
    must(body2.loadCoins() <= amount, "hands on more than goes along");
    const inner = body2.loadBit() ? body2.loadRef().beginParse() : body2;
    return { sold, minOut: readSwap(inner, destination, accepted) };
  }
  if (op === 3926267997) {
    must(to === vaultOf(toncoin), `a vault at ${to}`);
    return { sold, minOut: readDedust(body2, accepted) };
  }
  if (op === 32736093) {
    mustBePayer(body2.loadMaybeAddress(), "the refund");
    const inner = body2.loadBit() ? body2.loadRef().beginParse() : body2;
    return { sold, minOut: readSwap(inner, routerAt(to), accepted) };
  }
  if (op === 260734629) {
    const destination = rawOf(body2.loadAddress());
    const [own] = stonfiRouters().filter(({ version }) => version === 1);
    must(to === own?.ptonWallet && destination === own.router, `proxy TON at ${to}`);
    body2.loadMaybeAddress();
    must(body2.loadMaybeRef() === null, "an order to proxy TON");
    body2.loadCoins();
    const inner = body2.loadBit() ? body2.loadRef().beginParse() : body2;
    return { sold, minOut: readSwap(inner, destination, accepted) };
  }
  throw new Error(`op ${op}`);
}
function routerAt(wallet) {
  if (wallet === ptonWallet2) return router3;
  const found = stonfiRouters().find(
    ({ ptonWallet: ptonWallet3, version }) => ptonWallet3 === wallet && version === 2
  );
  if (found === void 0) throw new Error(`proxy TON at ${wallet}`);
  return found.router;
}
function readSwap(body2, router4, accepted) {
  const op = body2.loadUint(32);
  const { dstToken } = accepted;
  if (op === 3818968194) {
    must(router4 === vaultOf(accepted.srcToken), `a vault at ${router4}`);
    return readDedust(body2, accepted);
  }
  const ask = rawOf(body2.loadAddress());
  if (op === 2818267384) {
    must(router4 === router3, `TONCO at ${router4}`);
    must(
      ask === (dstToken.native ? ptonWallet2 : walletOf(dstToken.address, router4)),
      `buys at ${ask}`
    );
    body2.loadUintBig(160);
    const minOut2 = body2.loadCoins();
    mustBePayer(body2.loadMaybeAddress(), "the receiver");
    must(!body2.loadBit() && body2.remainingRefs === 0, "a further pool");
    return minOut2;
  }
  const known5 = stonfiRouters().find((row) => row.router === router4);
  if (known5 === void 0) throw new Error(`a router at ${router4}`);
  must(
    ask === (dstToken.native ? known5.ptonWallet : walletOf(dstToken.address, router4)),
    `buys at ${ask}`
  );
  if (op === 630424929) {
    const minOut2 = body2.loadCoins();
    mustBePayer(body2.loadMaybeAddress(), "the receiver");
    return minOut2;
  }
  must(op === 1717886506, `op ${op}`);
  mustBePayer(body2.loadMaybeAddress(), "the refund");
  mustBePayer(body2.loadMaybeAddress(), "what is left");
  const terms2 = body2.loadRef().beginParse();
  const minOut = terms2.loadCoins();
  mustBePayer(terms2.loadMaybeAddress(), "the receiver");
  terms2.loadCoins();
  must(terms2.loadMaybeRef() === null, "an order for the output");
  terms2.loadCoins();
  must(terms2.loadMaybeRef() === null, "an order for the refund");
  return minOut;
}
function readDedust(body2, { srcToken, dstToken }) {
  let held = srcToken;
  let step = body2;
  let minOut = 0n;
  for (; ; ) {
    const place = rawOf(step.loadAddress());
    must(!step.loadBit(), "an exact output");
    minOut = step.loadCoins();
    const next = step.loadMaybeRef();
    const pair2 = pairs.find(([pool4]) => pool4 === place);
    if (pair2 === void 0) throw new Error(`a pool at ${place}`);
    const [, one2, two] = pair2;
    must(one2.address === held.address || two.address === held.address, "a pool of other tokens");
    held = one2.address === held.address ? two : one2;
    if (next === null) break;
    step = next.beginParse();
  }
  must(held.address === dstToken.address, `buys ${held.symbol}`);
  const params = body2.loadRef().beginParse();
  params.loadUint(32);
  mustBePayer(params.loadMaybeAddress(), "the receiver");
  return minOut;
}
function mustBePayer(address2, what) {
  if (address2 !== null) must(rawOf(address2) === raw(payer), `${what} goes to ${rawOf(address2)}`);
}
function rawOf(address2) {
  return address2.toRawString();
}
function must(isTrue, what) {
  if (!isTrue) throw new Error(what);
}
var pairs;
var init_tonOracle = __esm({
  "test/campaign/02-mutations/tonOracle.ts"() {
    "use strict";
    init_stonfiContracts();
    init_support2();
    init_support3();
    init_tonSupport();
    pairs = [
      [poolOf(toncoin, usdt), toncoin, usdt],
      [poolOf(toncoin, usdt, 1), toncoin, usdt],
      [poolOf(toncoin, notcoin), toncoin, notcoin]
    ];
  }
});

// test/campaign/02-mutations/tonSwaps.ts
async function builtSwaps(it) {
  const { provider: provider4 } = it;
  return Promise.all(
    swapsOf(it).map(async ([, request3, [first2, ...rest]]) => {
      const quote = await quoteFrom2(provider4, request3, contextOf2(it, [first2], honest([first2])));
      const context = contextOf2(it, rest, honest(rest));
      return { provider: provider4, quote, built: await provider4.build(quote, context), context };
    })
  );
}
function swapsOf({ swaps, further = [] }) {
  return [...swaps, ...further];
}
async function tonSubject(name2, it) {
  const { provider: provider4 } = it;
  const stories = [];
  for (const [pair2, request3, [first2, ...rest]] of swapsOf(it)) {
    const quote = await quoteFrom2(provider4, request3, contextOf2(it, [first2], honest([first2])));
    stories.push({
      name: `quote ${pair2}`,
      weight: 1,
      answers: honest([first2]),
      play: async ({ answers }) => {
        const one2 = await quoteFrom2(provider4, request3, contextOf2(it, [first2], answers));
        if (one2.dstMinAmount <= 0n || one2.dstMinAmount > one2.dstAmount)
          throw new Unsafe(`at least ${one2.dstMinAmount} of ${one2.dstAmount}`);
        if (one2.request.srcAmount !== request3.srcAmount) throw new Unsafe("another amount");
        return { ...one2, providerState: null };
      }
    });
    stories.push({
      name: `build ${pair2}`,
      weight: 3,
      answers: honest(rest),
      play: async ({ answers }) => {
        const context = contextOf2(it, rest, answers);
        const built = await provider4.build(quote, context);
        if (built.transaction.kind !== "ton") throw new Unsafe("no messages of TON");
        const { messages } = built.transaction;
        const rule = await verdict(
          provider4,
          { request: request3, messages, dstMinAmount: quote.dstMinAmount },
          context
        );
        if (rule !== "ok") return { refusedBy: rule };
        const harm = harmOf(messages, { ...request3, minOut: quote.dstMinAmount });
        if (harm !== null) throw new Unsafe(harm);
        if (built.dstMinAmount < quote.dstMinAmount)
          throw new Unsafe(`promises ${built.dstMinAmount}`);
        return built.uniqueInfo;
      }
    });
  }
  return { name: name2, stories };
}
function contextOf2({ baseUrl: baseUrl4, ton: ton3 }, calls, answers) {
  const { context } = looseServer(baseUrl4, calls, answers);
  return { ...context, ton: { ...context.ton, ...ton3 } };
}
async function quoteFrom2(provider4, request3, context) {
  const { quotes } = await provider4.quote(request3, new Set(provider4.ids), context);
  const [quote] = quotes;
  if (quote === void 0) throw new Error("no quote");
  return quote;
}
var init_tonSwaps = __esm({
  "test/campaign/02-mutations/tonSwaps.ts"() {
    "use strict";
    init_tonHostile();
    init_deposits();
    init_looseServer();
    init_story();
    init_tonOracle();
  }
});

// test/campaign/11-status/tonLies.ts
async function tonLiar(name2, it) {
  const lies = (await builtSwaps(it)).map((swap) => liesOf(swap));
  return {
    name: name2,
    lies: lies.flatMap((one2) => one2.lies),
    truths: lies.flatMap((one2) => one2.truths)
  };
}
function liesOf({ provider: provider4, quote, built, context }) {
  const { request: request3 } = quote;
  const { srcToken, dstToken, srcAmount } = request3;
  const [id2] = provider4.ids;
  if (id2 === void 0 || built.transaction.kind !== "ton") throw new Error("not on TON");
  const { messages } = built.transaction;
  const minimum2 = built.dstMinAmount;
  const pair2 = `${srcToken.symbol} to ${dstToken.symbol}`;
  const ask = (trace, more = {}) => {
    const given = trace instanceof SwaprouteError ? null : trace;
    const find = async () => {
      if (trace instanceof SwaprouteError) throw trace;
      return trace;
    };
    return provider4.status(id2, paidRef(quote, built, more), {
      ...context,
      // The node lies with the index: its cells say the same.
      ton: { ...context.ton, ...showing(given === null ? {} : { given }), trace: find }
    });
  };
  const sent = walletSends(messages);
  const comes = (token2, owner, amount) => token2.native ? tonComes(owner, amount) : jettonsCome(token2.address, owner, amount);
  const pays = (amount, owner = payer, token2 = dstToken) => comes(token2, owner, amount);
  const lie = (what, trace, more) => ({ name: `${pair2}: ${what}`, ask: () => ask(trace, more) });
  const whole = pays(minimum2);
  const bentSend = (change) => ({
    ...sent,
    ...change
  });
  const inMessage = (one2, change) => ({
    ...one2,
    inMessage: one2.inMessage === null ? null : { ...one2.inMessage, ...change }
  });
  const other = ton("another token", true);
  const strangerSends = transaction(mallory3, { from: null }, { outMessages: sent.outMessages });
  const lies = [
    lie("no trace", null),
    lie("an empty trace", traceOf([])),
    lie("a trace of nobody", traceOf([whole])),
    lie("a payout in a trace of somebody else", traceOf([strangerSends, whole])),
    lie("a payout of yesterday", traceOf([bentSend({ atSeconds: nowMs / 1e3 - 86400 }), whole])),
    lie("a payout of 1970", traceOf([sent, { ...whole, atSeconds: 1 }])),
    lie("only the payment", traceOf([sent])),
    lie("only the payment, and not all of it", traceOf([sent], false)),
    lie("one unit less than the minimum", traceOf([sent, pays(minimum2 - 1n)])),
    lie("0.3 of the minimum", traceOf([sent, pays(minimum2 * 3n / 10n)])),
    lie("dust", traceOf([sent, pays(1n)])),
    lie("nothing", traceOf([sent, pays(0n)])),
    lie("a payout to a stranger", traceOf([sent, pays(minimum2, mallory3)])),
    lie("a payout to a friend", traceOf([sent, pays(minimum2, friend)])),
    lie("a payout of another token", traceOf([sent, jettonsCome(other, payer, minimum2)])),
    lie("a payout that is only foreseen", traceOf([sent, { ...whole, emulated: true }])),
    lie(
      "a payout that bounced",
      traceOf([sent, inMessage(whole, { bounced: true, opcode: 4294967295 })])
    ),
    lie(
      "left-over fees for a payout",
      traceOf([sent, inMessage(excesses(payer, 30000000n), {})])
    ),
    lie("left-over fees as large as the payout", traceOf([sent, excesses(payer, minimum2)])),
    lie(
      "a notice without jettons",
      traceOf([sent, inMessage(excesses(payer, 1n), { opcode: 1935855772 })])
    ),
    lie("part of a refund", traceOf([sent, comes(srcToken, payer, srcAmount / 2n)])),
    lie("a refund to a stranger", traceOf([sent, comes(srcToken, mallory3, srcAmount)])),
    lie(
      "a refund that is only foreseen",
      traceOf([sent, { ...comes(srcToken, payer, srcAmount), emulated: true }])
    ),
    lie(
      "a refund in a trace that goes on",
      traceOf([sent, comes(srcToken, payer, srcAmount - 1n)], false)
    ),
    lie(
      "a refund in a trace of somebody else",
      traceOf([strangerSends, comes(srcToken, payer, srcAmount)])
    ),
    lie(
      "a payment that is only foreseen to fail",
      traceOf([bentSend({ outMessages: [], emulated: true })], false)
    ),
    lie("TON does not answer", new SwaprouteError("CHAIN_UNAVAILABLE", "It did not answer.")),
    lie("TON does not answer in time", new SwaprouteError("TIMED_OUT", "It did not answer.")),
    lie("TON was asked too often", new SwaprouteError("RATE_LIMITED", "Too often.")),
    lie("a swap nobody remembers", traceOf([sent, whole]), { providerState: null }),
    lie("a hash that is none", traceOf([sent, whole]), { srcTxHash: "soon" }),
    lie("no hash", traceOf([sent, whole]), { srcTxHash: null }),
    lie("a swap of another payer", traceOf([sent, whole]), {
      fromAddress: mallory3,
      receiver: mallory3
    }),
    lie("a payout to the payer, where a friend is to get it", traceOf([sent, whole]), {
      receiver: friend
    }),
    ...dstToken.native ? [] : [
      lie(
        "jettons at a wallet that is not his",
        traceOf([sent, { ...whole, account: raw(mallory3) }])
      ),
      lie(
        "jettons that were refused",
        traceOf([sent, { ...whole, aborted: true, compute: { success: false, exitCode: 1 } }])
      )
    ]
  ];
  const truths = [
    { name: `${pair2}: paid`, word: "SUCCESS", ask: () => ask(traceOf([sent, whole])) },
    {
      name: `${pair2}: more than the minimum`,
      word: "SUCCESS",
      ask: () => ask(traceOf([sent, pays(minimum2 * 3n)]))
    },
    {
      name: `${pair2}: given back`,
      word: "REVERTED",
      ask: () => ask(traceOf([sent, comes(srcToken, payer, srcAmount)]))
    },
    {
      name: `${pair2}: nothing was sent`,
      word: "FAIL",
      ask: () => ask(traceOf([bentSend({ outMessages: [] })]))
    }
  ];
  return { lies, truths };
}
var init_tonLies = __esm({
  "test/campaign/11-status/tonLies.ts"() {
    "use strict";
    init_errors();
    init_depositSupport();
    init_tonSupport();
    init_tonSwaps();
  }
});

// test/campaign/11-status/lies.ts
async function expectDisbelief({ ask, never = ends }) {
  let status;
  try {
    status = await ask();
  } catch (thrown) {
    if (thrown instanceof SwaprouteError && thrown.code !== "INTERNAL") return;
    throw thrown;
  }
  if (never.includes(status.status)) throw new Error(`${status.status} ${status.note ?? ""}`);
  if (status.status !== "INDETERMINATE" && status.destinationTxHash !== null) {
    throw new Error(`${status.status} with ${status.destinationTxHash}`);
  }
}
async function expectBelief({ ask, word: word2 }) {
  const { status, note } = await ask();
  if (status !== word2) throw new Error(`${status} instead of ${word2}: ${note ?? ""}`);
}
var ends;
var init_lies = __esm({
  "test/campaign/11-status/lies.ts"() {
    "use strict";
    init_errors();
    ends = ["SUCCESS", "FAIL", "REVERTED"];
  }
});

// test/campaign/11-status/statusLies.test.ts
var statusLies_test_exports = {};
async function allLiars() {
  return [
    ...await Promise.all(depositCases2.map(([id2, it]) => depositLiar(id2, it))),
    ...await Promise.all(tonCases2.map(([id2, it]) => tonLiar(id2, it))),
    ...await Promise.all(callCases2.map(([id2, it]) => callLiar(id2, it))),
    acrossLiar(),
    ...await exchangeLiars()
  ];
}
var callCases2, depositCases2, tonCases2, least;
var init_statusLies_test = __esm({
  "test/campaign/11-status/statusLies.test.ts"() {
    "use strict";
    init_cases();
    init_wanted();
    init_row();
    init_acrossLies();
    init_callLies();
    init_depositLies();
    init_exchangeLies();
    init_tonLies();
    init_lies();
    callCases2 = wanted(callCases);
    depositCases2 = wanted(depositCases);
    tonCases2 = wanted(tonCases);
    least = (callCases2.length + depositCases2.length + tonCases2.length + 3) * 30;
    defineRow(
      { number: 11, title: "status lies", cases: { fast: least, full: least } },
      async (row) => {
        for (const { name: name2, lies, truths } of await allLiars()) {
          if (lies.length < 30) row.failed(name2, `only ${lies.length} lies`);
          for (const truth of truths) await row.twin(`${name2} ${truth.name}`, () => expectBelief(truth));
          for (const lie of lies) await row.check(`${name2}: ${lie.name}`, () => expectDisbelief(lie));
        }
      }
    );
  }
});

// test/campaign/02-mutations/exchanges.ts
import { decodeFunctionData as decodeFunctionData5, parseAbi as parseAbi6 } from "viem";
async function exchangeSubjects() {
  const paid = toRequest(eth, usdc3, one, { receiver: bob3 });
  const sold = toRequest(usdc3, wethToken, 3000000000n, { receiver: bob3 });
  const swaps = [
    await swapStory("coins for tokens", paid, swapIds),
    await swapStory("tokens for tokens", sold, swapIds)
  ];
  const wraps = [
    await swapStory("wrapping", toRequest(eth, wethToken, one), ["WRAPPED"]),
    await swapStory("unwrapping", toRequest(wethToken, eth, one), ["WRAPPED"])
  ];
  return [
    { name: "exchanges", stories: [...swaps, ...await statusStories("UNI_SWAP_V3", paid)] },
    {
      name: "WRAPPED",
      stories: [...wraps, ...await statusStories("WRAPPED", toRequest(eth, wethToken, one))]
    }
  ];
}
async function swapStory(name2, request3, ids) {
  const chain = createBase();
  const recorded = [];
  await createOnchainProvider().quote(request3, new Set(ids), bentContext(chain, [], recorded));
  return {
    name: `quote and build, ${name2}`,
    weight: 3,
    answers: recorded,
    play: async ({ answers }) => {
      const reader = createOnchainProvider();
      const { quotes, failed } = await reader.quote(
        request3,
        new Set(ids),
        bentContext(chain, answers)
      );
      const said = failed.map(({ error }) => [error.message, error.hint]);
      for (const quote of quotes) {
        if (quote.dstMinAmount > quote.dstAmount || quote.dstMinAmount <= 0n)
          throw new Unsafe(`at least ${quote.dstMinAmount} of ${quote.dstAmount}`);
        const built = await reader.build(quote, chain.context);
        const receiver2 = request3.receiver ?? alice3;
        const rule = evmVerdict(reader, quote, built, { payer: alice3, receiver: receiver2, dstChainId: null });
        if (rule !== "ok") said.push(rule);
        else checkCall(built.transaction.kind === "evm" ? built.transaction : null, quote, receiver2);
      }
      return said;
    }
  };
}
function checkCall(transaction2, { request: request3, dstMinAmount }, receiver2) {
  if (transaction2 === null) throw new Unsafe("no transaction");
  const { srcToken, dstToken, srcAmount } = request3;
  const { to, data, value, approvalAddress } = transaction2;
  const isWrap = to.toLowerCase() === weth;
  if (!isWrap && !routers.has(to.toLowerCase())) throw new Unsafe(`calls ${to}`);
  if (approvalAddress !== null && (srcToken.native || isWrap || approvalAddress.toLowerCase() !== to.toLowerCase()))
    throw new Unsafe(`approves ${approvalAddress}`);
  if (value !== (srcToken.native ? srcAmount : 0n)) throw new Unsafe(`sends ${value}`);
  const facts = {
    srcToken: srcToken.native ? weth : srcToken.address,
    dstToken: dstToken.native ? weth : dstToken.address,
    srcAmount,
    dstMinAmount,
    receiver: receiver2,
    native: srcToken.native
  };
  checkInner(data, facts);
}
function checkInner(data, facts) {
  const call3 = decodeFunctionData5({ abi: abi2, data });
  const must2 = (isTrue, what) => {
    if (!isTrue) throw new Unsafe(`${call3.functionName}: ${what}`);
  };
  const ends2 = (from, to) => {
    must2(from?.toLowerCase() === facts.srcToken.toLowerCase(), `sells ${from}`);
    must2(to?.toLowerCase() === facts.dstToken.toLowerCase(), `buys ${to}`);
  };
  switch (call3.functionName) {
    case "deposit":
      return;
    case "withdraw":
      must2(call3.args[0] === facts.srcAmount, `unwraps ${call3.args[0]}`);
      return;
    case "multicall":
      must2(call3.args[1].length === 1, "does more than one thing");
      for (const inner of call3.args[1]) checkInner(inner, facts);
      return;
    case "exactInputSingle": {
      const [{ tokenIn, tokenOut, recipient, amountIn: amountIn2, min }] = call3.args;
      ends2(tokenIn, tokenOut);
      terms2(recipient, amountIn2, min);
      return;
    }
    case "exactInput": {
      const [{ path, recipient, amountIn: amountIn2, min }] = call3.args;
      ends2(path.slice(0, 42), `0x${path.slice(-40)}`);
      terms2(recipient, amountIn2, min);
      return;
    }
    case "swapExactETHForTokens":
    case "swapExactTokensForTokens":
    case "swapExactTokensForETH": {
      const isCoins = call3.functionName === "swapExactETHForTokens";
      const [min, path, to] = isCoins ? [call3.args[0], call3.args[1], call3.args[2]] : [call3.args[1], call3.args[2], call3.args[3]];
      ends2(path[0], path.at(-1));
      terms2(String(to), isCoins ? facts.srcAmount : call3.args[0], BigInt(String(min)));
    }
  }
  function terms2(recipient, amount, min) {
    must2(recipient.toLowerCase() === facts.receiver.toLowerCase(), `pays ${recipient}`);
    must2(amount === facts.srcAmount, `takes ${amount}`);
    must2(min >= facts.dstMinAmount, `at least ${min}`);
  }
}
async function statusStories(id2, request3) {
  return [statusStory2(await minedSwap(id2, request3))];
}
function statusStory2({ receipt, sent, ask }) {
  return {
    name: "status",
    weight: 1,
    answers: [receipt, sent].map((body2) => ({ status: 200, body: body2 })),
    play: async ({ answers }) => {
      const results = answers.map((answer) => ({ ok: true, result: bodyOf(answer) }));
      const status = await ask(async () => results);
      const told3 = answers[0]?.body?.status;
      if (status.status === "SUCCESS" && told3 !== "0x1")
        throw new Unsafe(`SUCCESS of a receipt with ${told3}`);
      if (status.status === "FAIL" && told3 !== "0x0")
        throw new Unsafe(`FAIL of a receipt with ${told3}`);
      return status;
    }
  };
}
function bentContext(chain, answers, recorded = []) {
  let at4 = 0;
  const said = known4.get(chain) ?? /* @__PURE__ */ new Map();
  known4.set(chain, said);
  const { rpc } = chain.context;
  const ask = async (call3) => {
    const key = JSON.stringify(call3);
    const before = said.get(key);
    if (before !== void 0) return before;
    const [answer] = await rpc.batch("BASE", [call3], { signal: chain.context.signal });
    if (answer === void 0) throw new Error("no answer");
    said.set(key, answer);
    return answer;
  };
  const batch = async (_blockchain, calls) => {
    const own = [];
    for (const call3 of calls) {
      const answer = await ask(call3);
      recorded.push(answer.ok ? { status: 200, body: answer.result } : { status: 500, body: null });
      const bent2 = answers[at4];
      at4 += 1;
      const isBent = bent2 !== void 0 && bent2.status < 400;
      own.push(isBent ? { ok: true, result: bodyOf(bent2) } : answer);
    }
    return own;
  };
  return { ...chain.context, rpc: { ...rpc, batch } };
}
var swapIds, wethToken, routers, abi2, known4;
var init_exchanges = __esm({
  "test/campaign/02-mutations/exchanges.ts"() {
    "use strict";
    init_onchain();
    init_baseChain();
    init_minedSwap();
    init_requests2();
    init_evmVerdict();
    init_story();
    swapIds = ["UNISWAP_V2", "SUSHI_SWAP", "BASE_SWAP", "UNI_SWAP_V3"];
    wethToken = erc202("BASE", weth, "WETH", 18);
    routers = new Set(
      [uniswap, sushi, base2, base3, uni3].map(({ router: router4 }) => router4.toLowerCase())
    );
    abi2 = parseAbi6([
      "function swapExactETHForTokens(uint256 min, address[] path, address to, uint256 deadline) payable",
      "function swapExactTokensForTokens(uint256 amount, uint256 min, address[] path, address to, uint256 deadline)",
      "function swapExactTokensForETH(uint256 amount, uint256 min, address[] path, address to, uint256 deadline)",
      "function multicall(uint256 deadline, bytes[] data) payable",
      "function exactInputSingle((address tokenIn, address tokenOut, uint24 fee, address recipient, uint256 amountIn, uint256 min, uint160 limit) params) payable",
      "function exactInput((bytes path, address recipient, uint256 amountIn, uint256 min) params) payable",
      "function exactInputSingle((address tokenIn, address tokenOut, uint24 fee, address recipient, uint256 deadline, uint256 amountIn, uint256 min, uint160 limit) params) payable",
      "function exactInput((bytes path, address recipient, uint256 deadline, uint256 amountIn, uint256 min) params) payable",
      "function deposit() payable",
      "function withdraw(uint256 amount)"
    ]);
    known4 = /* @__PURE__ */ new WeakMap();
  }
});

// test/campaign/02-mutations/calls.ts
async function callSubject(name2, it) {
  const { request: request3, orders } = it;
  const mined = await minedCall(it);
  const { provider: provider4, quote, accepted } = mined;
  const contextOf3 = (calls, answers) => looseServer(serviceUrl, calls, answers).context;
  const first2 = [firstOf(it)];
  const rest = it.honest.slice(1);
  const { srcToken, dstToken } = request3;
  const isBridge = srcToken.blockchain !== dstToken.blockchain;
  const stories = [
    {
      name: "quote",
      weight: 2,
      answers: honest(first2),
      play: async ({ answers }) => {
        const context = contextOf3(first2, answers);
        const { quotes } = await provider4.quote(request3, new Set(provider4.ids), context);
        for (const one2 of quotes) {
          const { dstAmount, dstMinAmount, request: asked } = one2;
          if (dstMinAmount <= 0n || dstMinAmount > dstAmount)
            throw new Unsafe(`at least ${dstMinAmount} of ${dstAmount}`);
          if (asked.srcAmount !== request3.srcAmount) throw new Unsafe("another amount");
        }
        return quotes.map((one2) => ({ ...one2, providerState: null }));
      }
    },
    {
      name: "build",
      weight: 5,
      answers: honest(rest),
      play: async ({ answers }) => {
        const built = await provider4.build(quote, contextOf3(rest, answers));
        const { transaction: transaction2, dstMinAmount, fees } = built;
        if (transaction2.kind !== "evm") throw new Unsafe("no transaction");
        const rule = evmVerdict(provider4, quote, built, {
          payer: accepted.payer,
          receiver: accepted.receiver,
          dstChainId: isBridge ? contextOf3([], []).chainId(dstToken.blockchain) : null
        });
        if (rule !== "ok") return { refusedBy: rule };
        const { protocolFixed, providerFixed } = quote.fees;
        const most = (protocolFixed + providerFixed) * 102n / 100n;
        if (fees.protocolFixed + fees.providerFixed > most) throw new Unsafe("a larger fee");
        const { verdict: verdict2, why } = judgeCall(it, transaction2, {
          ...accepted,
          value: (srcToken.native ? request3.srcAmount : 0n) + most
        });
        if (verdict2 === "unsafe") throw new Unsafe(why);
        if (dstMinAmount < quote.dstMinAmount) throw new Unsafe(`promises ${dstMinAmount}`);
        return built.uniqueInfo;
      }
    }
  ];
  if (orders === void 0) return { name: name2, stories: [...stories, statusStory2(mined)] };
  const { done, refunded, words } = orders;
  return {
    name: name2,
    stories: [
      ...stories,
      orderStory(mined, `status ${done}`, orders.told(done, mined.hashes)),
      orderStory(mined, `status ${refunded}`, orders.told(refunded, mined.hashes)),
      ...words.map(([word2]) => orderStory(mined, `status ${word2}`, orders.told(word2)))
    ]
  };
}
function orderStory(mined, name2, calls) {
  return {
    name: name2,
    weight: 1,
    answers: honest(calls),
    play: async ({ answers }) => {
      const { context } = looseServer(serviceUrl, calls, answers);
      const status = await mined.follow(context.http);
      const { payout: payout3, refund: refund2 } = mined.hashes;
      const { destinationTxHash: hash3 } = status;
      const isShown = status.status === "SUCCESS" && hash3 === payout3 || status.status === "REVERTED" && hash3 === refund2;
      if (["SUCCESS", "REVERTED", "FAIL"].includes(status.status) && !isShown)
        throw new Unsafe(`${status.status} by ${hash3}`);
      return status;
    }
  };
}
var init_calls4 = __esm({
  "test/campaign/02-mutations/calls.ts"() {
    "use strict";
    init_callCase();
    init_minedCall();
    init_evmVerdict();
    init_deposits();
    init_exchanges();
    init_looseServer();
    init_story();
  }
});

// test/campaign/02-mutations/mutations.test.ts
var mutations_test_exports = {};
async function runSubject(row, { name: name2, stories }) {
  const tally = { accepted: 0, refused: 0 };
  for (const story of stories) {
    await row.twin(`${name2} ${story.name}`, async () => {
      const { kind, what } = await playHonest(story);
      if (kind !== "accepted") throw new Error(`${kind} ${what}`);
    });
  }
  const count = row.sized(perAdapter);
  const total = stories.reduce((sum, { weight }) => sum + weight, 0);
  for (let played = 0; played < count; played += 1) {
    let at4 = row.random() * total;
    const story = stories.find(({ weight }) => (at4 -= weight) < 0) ?? stories[0];
    if (story === void 0) throw new Error("nothing to play");
    const { kind, what } = await playBent(story, row.random);
    const title = `${name2} ${story.name} #${played}`;
    if (kind === "accepted" || kind === "refused") {
      tally[kind] += 1;
      row.passed();
    } else if (kind === "unsafe") row.harm("unsafe signature", `${title}: ${what}`);
    else if (kind === "control") row.harm("control byte printed", `${title}: ${what}`);
    else row.failed(title, `${kind}: ${what}`);
  }
  row.note(`${name2} ${tally.refused} refused, ${tally.accepted} harmless`);
}
var callCases3, depositCases3, tonCases3, adapters, perAdapter;
var init_mutations_test = __esm({
  "test/campaign/02-mutations/mutations.test.ts"() {
    "use strict";
    init_row();
    init_cases();
    init_wanted();
    init_across2();
    init_calls4();
    init_deposits();
    init_exchanges();
    init_tonSwaps();
    init_story();
    callCases3 = wanted(callCases);
    depositCases3 = wanted(depositCases);
    tonCases3 = wanted(tonCases);
    adapters = callCases3.length + depositCases3.length + tonCases3.length + 3;
    perAdapter = { fast: 60, full: 1e4 };
    defineRow(
      {
        number: 2,
        title: "mutated answers",
        cases: { fast: adapters * perAdapter.fast, full: adapters * perAdapter.full },
        limitMinutes: { fast: 3 }
      },
      async (row) => {
        const subjects = [
          ...await Promise.all(depositCases3.map(([id2, it]) => depositSubject(id2, it))),
          ...await Promise.all(tonCases3.map(([id2, it]) => tonSubject(id2, it))),
          ...await Promise.all(callCases3.map(([id2, it]) => callSubject(id2, it))),
          await acrossSubject(),
          ...await exchangeSubjects()
        ];
        for (const subject of subjects) await runSubject(row, subject);
      }
    );
  }
});

// <stdin>
init_vitest();
await Promise.resolve().then(() => (init_statusLies_test(), statusLies_test_exports));
await Promise.resolve().then(() => (init_mutations_test(), mutations_test_exports));
var bad = 0;
for (const [name2, fn] of tests) {
  if (!new RegExp(process.env.T || "").test(name2)) continue;
  const t0 = Date.now();
  const task = { meta: {} };
  try {
    await fn({ task });
    console.log("ok", name2, Date.now() - t0, JSON.stringify(task.meta.row, (k, v) => typeof v === "bigint" ? String(v) : v)?.slice(0, 600));
  } catch (e) {
    bad++;
    console.log("FAIL", name2, String(e.stack || e).slice(0, 6e3));
  }
}
console.log("bad", bad);
process.exit(0);
