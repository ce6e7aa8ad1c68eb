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
  for (var name in all)
    __defProp(target, name, { get: all[name], enumerable: true });
};

// shim:vitest
function test(name, a, b) {
  tests.push([name, typeof a === "function" ? a : b]);
}
var tests, inject, expect, onTestFinished;
var init_vitest = __esm({
  "shim:vitest"() {
    tests = [];
    inject = () => ({ size: "fast", seed: Number(process.env.SEED || 719914), only: void 0 });
    expect = new Proxy(() => {
      throw new Error("no expect");
    }, { get: () => () => ({}) });
    onTestFinished = () => {
    };
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
var init_nearest = __esm({
  "src/core/nearest.ts"() {
    "use strict";
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
  const cut = withoutLinks(text4.length > maxShown ? `${text4.slice(0, maxShown)}...` : text4);
  const safe = cut.replace(unprintable, (character) => {
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
function chainById(id) {
  const chain = table().get(id);
  if (chain === void 0) throw new Error(`chains.json has no row ${id}`);
  return chain;
}
function isEvmChain(chain) {
  return chain.chainId !== null;
}
function table() {
  if (byId !== void 0) return byId;
  const rows = chains_default;
  const built = /* @__PURE__ */ new Map();
  for (const row of rows) {
    const chain = toChain(row);
    built.set(chain.id, chain);
  }
  byId = built;
  return built;
}
function toChain(row) {
  const { id, kind, addressFormat, status = "live" } = row;
  if (!isBlockchainId(id)) throw new Error(`chains.json: unknown id ${id}`);
  if (!isOneOf(kind, chainKindSet)) throw new Error(`chains.json: kind of ${id}`);
  if (!isOneOf(addressFormat, addressFormatSet)) {
    throw new Error(`chains.json: addressFormat of ${id}`);
  }
  if (!isOneOf(status, statusSet)) throw new Error(`chains.json: status of ${id}`);
  const chainId = row.chainId ?? null;
  return {
    id,
    name: row.name,
    kind,
    testnet: row.testnet ?? false,
    chainId,
    apiBlockchainId: row.apiBlockchainId ?? chainId,
    native: {
      ...row.native,
      address: row.native.address ?? zeroAddress,
      otherSymbols: row.native.otherSymbols ?? []
    },
    wrappedNative: row.wrappedNative ?? null,
    multicall3: row.multicall3 ?? (chainId === null ? null : multicall3Address),
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
function isOneOf(text4, words2) {
  return words2.has(text4);
}
function chainOfNumber(chainId, numberOf) {
  const found = allChains().find((chain) => {
    const number6 = isEvmChain(chain) ? numberOf(chain.id) : null;
    return number6 !== null && BigInt(number6) === chainId;
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

// test/support/bodies.ts
function isRecord(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
function at(body, path) {
  return path.split(".").reduce((place, step) => {
    if (Array.isArray(place)) return place[Number(step)];
    return isRecord(place) ? place[step] : void 0;
  }, body);
}
function put(body, path, value) {
  const steps = path.split(".");
  let place = body;
  for (const [index, step] of steps.entries()) {
    if (!isRecord(place) && !Array.isArray(place)) throw new Error(`no way to ${path}`);
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
function base58CheckBytes(text4, hash2 = doubleSha256) {
  const bytes = base58Bytes(text4);
  return bytes === null ? null : withoutChecksum(bytes, 4, hash2);
}
function base32Bytes(text4) {
  return attempt(() => base32nopad.decode(text4));
}
function withoutChecksum(bytes, size, hash2) {
  if (bytes.length <= size) return null;
  const body = bytes.subarray(0, bytes.length - size);
  const sum = bytes.subarray(bytes.length - size);
  return isSame(hash2(body).subarray(0, size), sum) ? body : null;
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
function wordBytes(words2) {
  return bech32.fromWordsUnsafe(words2) ?? null;
}
function hexBytes(digits3) {
  const isHex = digits3.length % 2 === 0 && /^[0-9a-fA-F]*$/.test(digits3);
  return isHex ? Uint8Array.from(Buffer.from(digits3, "hex")) : null;
}
function toHex(bytes) {
  return Buffer.from(bytes).toString("hex");
}
function isSame(a, b) {
  return a.length === b.length && a.every((byte, index) => byte === b[index]);
}
function startsWithHex(bytes, digits3) {
  return toHex(bytes.subarray(0, digits3.length / 2)) === digits3;
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

// src/chains/addresses/result.ts
function accept(address, payload, extra = {}) {
  return { address, payload, notes: extra.notes ?? [], memo: extra.memo ?? null };
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

// src/chains/addresses/ton.ts
function parseTonAddress(text4) {
  const raw = /^(0|-1):([0-9a-fA-F]{64})$/.exec(text4);
  if (raw !== null) {
    const hash2 = hexBytes(raw[2] ?? "");
    return hash2 === null ? null : { workchain: Number(raw[1]), hash: hash2, bounceable: null, testOnly: false };
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
function formatTonAddress(address, bounceable) {
  const bytes = Buffer.alloc(36);
  const flag = address.testOnly ? flagTestOnly : 0;
  bytes.writeUInt8((bounceable ? tagBounceable : tagNonBounceable) | flag, 0);
  bytes.writeInt8(address.workchain, 1);
  bytes.set(address.hash, 2);
  bytes.writeUInt16BE(crc16(bytes.subarray(0, 34)), 34);
  return bytes.toString("base64url");
}
function checkTon(text4) {
  const address = parseTonAddress(text4);
  if (address === null) {
    return refuse(friendlyBytes(text4) === null ? "it is cut or mistyped" : wrongChecksum);
  }
  if (address.testOnly) return refuse(testNetwork);
  const notes = address.bounceable === null ? ["shown in wallet form"] : [];
  return accept(formatTonAddress(address, address.bounceable ?? false), address.hash, { notes });
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

// src/chains/evm/checksum.ts
import { keccak_256 as keccak_2562 } from "@noble/hashes/sha3.js";
function toChecksumAddress(address) {
  const lower = address.toLowerCase();
  const known3 = remembered.get(lower);
  if (known3 !== void 0) return known3;
  const checksummed2 = withCase(lower.slice(2), "");
  if (remembered.size >= maxRemembered) remembered.clear();
  remembered.set(lower, checksummed2);
  return checksummed2;
}
function toChainChecksumAddress(address, chainId) {
  return withCase(address.toLowerCase().slice(2), `${chainId}0x`);
}
function withCase(digits3, salt) {
  const hash2 = keccak_2562(asciiBytes(salt + digits3));
  let checksummed2 = "0x";
  for (let index = 0; index < digits3.length; index += 1) {
    const byte = hash2[index >> 1] ?? 0;
    const nibble = index % 2 === 0 ? byte >> 4 : byte & 15;
    const digit = digits3.charAt(index);
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
  const known3 = builtIn.get(blockchain);
  if (known3 !== void 0) return known3;
  const tokens2 = readBuiltIn(blockchain);
  builtIn.set(blockchain, tokens2);
  return tokens2;
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
function readBuiltIn(blockchain) {
  let native2 = { ...nativeToken(blockchain), bridged: false, coingeckoId: null };
  const tokens2 = [];
  for (const row of tokens_default) {
    if (row.chain !== blockchain) continue;
    const { address, symbol, name, decimals, bridged, coingeckoId } = row;
    if (row.native) native2 = { ...native2, coingeckoId };
    else {
      const identity = { blockchain, address, symbol, name, decimals, listed: true, native: false };
      tokens2.push({ ...identity, bridged, coingeckoId });
    }
  }
  return [native2, ...tokens2];
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

// test/providers/depositSupport.ts
import { sha256 as sha2562 } from "@noble/hashes/sha2.js";
import { base58xrp, bech32 as bech322, createBase58check } from "@scure/base";
import { isDeepStrictEqual } from "node:util";
function play(baseUrl2, exchanges, options = {}) {
  const left = [...exchanges];
  const asked = [];
  const http = {
    send: async (request2) => {
      asked.push(request2);
      const path = request2.url.startsWith(baseUrl2) ? request2.url.slice(baseUrl2.length) : request2.url;
      const method = request2.method ?? "GET";
      const index = left.findIndex(
        (exchange2) => exchange2.path === path && (exchange2.method ?? "GET") === method && (exchange2.request === void 0 || isDeepStrictEqual(exchange2.request, request2.body))
      );
      const found = left[index];
      if (found === void 0) {
        throw new Error(`not recorded: ${method} ${path} ${JSON.stringify(request2.body)}`);
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
  const call2 = async (blockchain, method, params) => {
    const key = rpcKey(blockchain, method, params);
    if (!(key in rpc)) throw new Error(`not recorded: ${key}`);
    const result = rpc[key];
    if (result instanceof SwaprouteError) throw result;
    return result;
  };
  return {
    call: call2,
    has: (blockchain) => nodes.includes(blockchain),
    batch: async (blockchain, calls, asking) => Promise.all(
      calls.map(async ({ method, params }) => ({
        ok: true,
        result: await call2(blockchain, method, params, asking)
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
function evmPayment({ token, to, amount, hash: hash2, ...more }) {
  const { blockchain, native: native2 } = token;
  const seconds = Math.floor((more.atMs ?? nowMs + 6e4) / 1e3);
  const topic = (address) => `0x${address.slice(2).toLowerCase().padStart(64, "0")}`;
  const log = {
    address: token.address.toLowerCase(),
    topics: [
      "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef",
      topic(evm("exchange")),
      topic(to)
    ],
    data: `0x${amount.toString(16).padStart(64, "0")}`
  };
  const isPlain = native2 && more.inside !== true;
  const target = (isPlain ? to : evm("contract")).toLowerCase();
  const receipt = receiptOf(hash2, {
    status: more.reverted === true ? "0x0" : "0x1",
    to: target,
    logs: native2 ? [] : [log]
  });
  const transaction = {
    hash: hash2,
    blockHash: receipt.blockHash,
    from: receipt.from,
    to: target,
    input: "0x",
    value: isPlain ? `0x${amount.toString(16)}` : "0x0"
  };
  const calls = [
    ["eth_getTransactionReceipt", [hash2], receipt],
    ["eth_getTransactionByHash", [hash2], transaction],
    ["eth_getBlockByNumber", ["0x10", false], { timestamp: `0x${seconds.toString(16)}` }],
    ["eth_getBalance", [to, "0xf"], "0x5"],
    ["eth_getBalance", [to, "0x10"], `0x${(5n + (native2 ? amount : 0n)).toString(16)}`]
  ];
  return Object.fromEntries(
    calls.map(([method, params, result]) => [rpcKey(blockchain, method, params), result])
  );
}
function digest(label) {
  return sha2562(new TextEncoder().encode(label));
}
function evm(label) {
  return toChecksumAddress(`0x${Buffer.from(digest(label).subarray(0, 20)).toString("hex")}`);
}
function btc(label, hrp = "bc") {
  return bech322.encode(hrp, [0, ...bech322.toWords(digest(label).subarray(0, 20))]);
}
function hash(label) {
  return `0x${Buffer.from(digest(label)).toString("hex")}`;
}
function plainHash(label) {
  return hash(label).slice(2);
}
function tokenOf(blockchain, symbol) {
  const native2 = nativeToken(blockchain);
  if (native2.symbol === symbol) return native2;
  const found = builtInTokens(blockchain).find((token) => token.symbol === symbol);
  if (found === void 0) throw new Error(`${blockchain} has no ${symbol}`);
  const { address, name, decimals, listed: listed2 } = found;
  return { blockchain, address, symbol, name, decimals, listed: listed2, native: false };
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
async function quoteOf(provider2, request2, context, rateType) {
  const { quotes } = await provider2.quote(request2, new Set(provider2.ids), context);
  const quote = quotes.find((candidate) => candidate.rateType === rateType);
  if (quote === void 0) throw new Error(`no quote with rate ${rateType}`);
  return quote;
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
import { decodeFunctionData, encodeFunctionData, parseAbi } from "viem";
function encodeCall(signature, args) {
  return encodeFunctionData({ abi: parseAbi([signature]), args });
}
function decodeCall(signature, data) {
  const { args } = decodeFunctionData({ abi: parseAbi([signature]), data });
  return structuredClone(args);
}
function dataOf({ call: { codec, signature } }, args) {
  return codec === void 0 ? encodeCall(signature, args) : codec.encode(args);
}
function argumentsOf({ call: { codec, signature } }, data) {
  return codec === void 0 ? decodeCall(signature, data) : codec.decode(data);
}
function lastOf({ honest }) {
  const last = honest.at(-1);
  if (last === void 0) throw new Error("a case ends with its call");
  return last;
}
function honestArguments(it) {
  return argumentsIn(it, lastOf(it).body);
}
function argumentsIn(it, body) {
  const { codec } = it.call;
  return codec === void 0 ? argumentsOf(it, String(at(body, it.wire.data))) : structuredClone(codec.readBody(body));
}
function argumentsFor(it, accepted) {
  const args = honestArguments(it);
  const { call: call2 } = it;
  for (const path of call2.payer) put(args, path, accepted.payer);
  for (const path of call2.receiver) put(args, path, accepted.receiver);
  for (const path of call2.srcAmount) put(args, path, accepted.srcAmount);
  put(args, call2.minimum, accepted.minimum);
  return args;
}
function judgeCall(it, { to, data, value, approvalAddress }, accepted) {
  const unsafe3 = (why) => ({ verdict: "unsafe", why });
  const odd3 = (why) => ({ verdict: "odd", why });
  const { call: call2, wire } = it;
  const contract = String(at(lastOf(it).body, wire.to));
  const spender = wire.spender === null ? contract : String(at(lastOf(it).body, wire.spender));
  if (!isSame2(to, contract)) return unsafe3(`it calls ${to}`);
  if (approvalAddress !== null && !isSame2(approvalAddress, spender)) {
    return unsafe3(`${approvalAddress} is approved`);
  }
  if (value > accepted.value) return unsafe3(`${value} native units go along`);
  const canonical2 = dataOf(it, argumentsFor(it, accepted));
  if (!isSame2(data.slice(0, 10), canonical2.slice(0, 10))) return unsafe3("another method");
  let args;
  try {
    args = argumentsOf(it, data.toLowerCase());
  } catch {
    return odd3("it reverts");
  }
  const expected = new Map(leavesOf(argumentsFor(it, accepted)));
  const found = leavesOf(args);
  const isOwn = isSame2(accepted.receiver, accepted.payer);
  let strange = found.length === expected.size ? null : "more or fewer arguments";
  for (const [path, leaf] of found) {
    const honest = expected.get(path);
    if (honest === leaf) continue;
    if (call2.free.some((free) => path === free || path.startsWith(`${free}.`))) continue;
    if (path === call2.minimum && BigInt(leaf) > accepted.minimum) strange = "a larger minimum";
    else if (leaf === call2.payerWord && call2.receiver.includes(path) && isOwn) strange = path;
    else if (call2.harmless?.includes(path) === true) strange = path;
    else if (call2.alike?.[path]?.some((one) => String(one) === leaf) === true) strange = path;
    else return unsafe3(`${path} is ${leaf} instead of ${honest}`);
  }
  if (strange !== null) return odd3(strange);
  if (value < accepted.value) return odd3("too little goes along");
  if (approvalAddress === null && !it.request.srcToken.native) return odd3("no approval");
  return isCanonical(it, args, data) ? { verdict: "safe", why: "" } : odd3("an unusual form");
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
  const body = bytes.subarray(0, -2);
  const sum = new DataView(bytes.buffer, bytes.byteOffset + body.length, 2).getUint16(0, true);
  if (crc16(body) !== sum) return refuse(wrongChecksum);
  const payload = body.subarray(1);
  switch (body[0] ?? -1) {
    case versionAccount:
      return accept(text4, payload);
    case versionContract:
      return accept(text4, payload, { notes: ["a contract; many senders cannot pay it"] });
    case versionMuxed: {
      const id = new DataView(payload.buffer, payload.byteOffset + 32, 8).getBigUint64(0);
      const notes = [`includes the owner's account number ${id}`];
      return accept(text4, payload.subarray(0, 32), { memo: id.toString(), notes });
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
function checkNem(text4, length, body) {
  const plain = text4.replaceAll("-", "");
  if (plain.length !== length || !/^[A-Z2-7]+$/.test(plain)) {
    return refuse(`it is not ${length} capital letters or digits 2-7`);
  }
  const bytes = base32Bytes(plain);
  const address = bytes === null ? null : body(bytes);
  if (address === null) return refuse(wrongChecksum);
  if (address[0] === testNetworkByte) return refuse(testNetwork);
  return address[0] === mainNetwork && address.length === 21 ? accept(plain, address.subarray(1)) : refuse("it belongs to another network");
}
function nanoBytes(text4, size) {
  let value = 0n;
  for (const character of text4) value = value * 32n + BigInt(nanoAlphabet.indexOf(character));
  const digits3 = BigInt.asUintN(size * 8, value).toString(16).padStart(size * 2, "0");
  return Uint8Array.from(Buffer.from(digits3, "hex"));
}
function checkStacks(text4) {
  if (!/^S[0-9A-HJKMNP-TV-Z]{28,40}$/.test(text4))
    return refuse("it is not SP or SM and its letters and digits");
  const version = stacksAlphabet.indexOf(text4.charAt(1));
  const bytes = stacksBytes(text4.slice(2));
  if (bytes === null) return refuse("it is cut or mistyped");
  const body = withoutChecksum(Uint8Array.from([version, ...bytes]), 4, doubleSha256);
  if (body === null) return refuse(wrongChecksum);
  if (testVersions.has(version)) return refuse(testNetwork);
  return mainVersions.has(version) ? accept(text4, body.subarray(1)) : refuse("it belongs to another network");
}
function stacksBytes(text4) {
  let value = 0n;
  for (const character of text4) value = value * 32n + BigInt(stacksAlphabet.indexOf(character));
  const digits3 = value.toString(16);
  const zeros = /^0*/.exec(text4)?.[0].length ?? 0;
  const bytes = Buffer.from(digits3.length % 2 === 0 ? digits3 : `0${digits3}`, "hex");
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
function checkVersioned(text4, chain, decode = base58CheckBytes) {
  const { versions = [] } = chain.addressParams;
  const bytes = decode(text4);
  if (bytes === null) {
    return refuse(
      /^[1-9A-HJ-NP-Za-km-z]{25,40}$/.test(text4) ? wrongChecksum : "it is cut or mistyped"
    );
  }
  const version = versions.find((digits3) => startsWithHex(bytes, digits3));
  if (version !== void 0 && bytes.length === version.length / 2 + hashBytes) {
    return accept(text4, bytes.subarray(version.length / 2));
  }
  const isTest = testVersions2.some((digits3) => startsWithHex(bytes, digits3));
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
function highestWitness({ id }) {
  if (id === "BITCOIN") return 16;
  return id === "LITECOIN" || id === "QTUM" || id === "DIGI_BYTE" ? 1 : 0;
}
function checkMweb(text4) {
  const parts = bech32Parts(text4, false);
  if (parts === null) return refuse(wrongChecksum);
  const body = wordBytes(parts.words.slice(1));
  if (parts.words[0] !== 0 || body?.length !== mwebBytes) return refuse("it is cut or mistyped");
  return accept(text4.toLowerCase(), body, {
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
  const body = bytes === null ? null : withoutChecksum(bytes, 2, saltedHash);
  if (body === null) return refuse(wrongChecksum);
  const [first = 0, second = 0] = body;
  const isTwoBytes = (first & 64) !== 0;
  const network = isTwoBytes ? (first & 63) << 2 | second >> 6 | (second & 63) << 8 : first;
  const payload = body.subarray(isTwoBytes ? 2 : 1);
  if (first > 127 || payload.length !== keyBytes) return refuse("it is of another kind");
  if (network !== chain.addressParams.ss58) {
    const words2 = `it has the network number ${network} instead of ${chain.addressParams.ss58}`;
    return refuse(network === 42 ? `${words2} (the general form of all such chains)` : words2);
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
  const body = moneroBytes(text4);
  if (body === null) return refuse(wrongChecksum);
  const prefix = body[0] ?? 0;
  if (testPrefixes.has(prefix)) return refuse(testNetwork);
  const payload = body.subarray(1, 65);
  if ((prefix === standard || prefix === subaddress) && body.length === 65)
    return accept(text4, payload);
  if (prefix === integrated && body.length === 73) {
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
        const body = bytes === null ? null : withoutChecksum(bytes, 4, (data) => keccak256(blake2b2(data, { dkLen: 32 })));
        if (body === null) return refuse(wrongChecksum);
        if (body[1] === wavesTest) return refuse(testNetwork);
        const isMain = body.length === 22 && body[0] === wavesVersion && body[1] === wavesMain;
        return isMain ? accept(text4, body.subarray(2)) : refuse("it belongs to another network");
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
        (address) => base58CheckBytes(address, (bytes) => blake256(blake256(bytes)))
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

// src/chains/addresses/bech32Accounts.ts
import { bech32 as bech323 } from "@scure/base";
import { sha256 as sha2563 } from "@noble/hashes/sha2.js";
function zilliqaChecksum(lower, bytes) {
  const hash2 = Buffer.from(sha2563(bytes)).toString("hex");
  const bits = BigInt(`0x${hash2}`);
  const digits3 = Array.from(
    lower.slice(2),
    (digit, index) => bits >> BigInt(255 - 6 * index) & 1n ? digit.toUpperCase() : digit
  );
  return `0x${digits3.join("")}`;
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
        return accept(bech323.encode("zil", bech323.toWords(bytes)), bytes, {
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
  const fits2 = kind <= 3 ? bytes.length === 57 : kind <= 5 ? bytes.length > 31 && bytes.length < 48 : bytes.length === 29;
  return fits2 ? accept(text4.toLowerCase(), bytes.subarray(1)) : refuse("it has a wrong length");
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
  const [array6, tag, tagNumber] = bytes;
  if (array6 !== 130 || tag !== 216 || tagNumber !== 24) return null;
  const address = readItem(bytes, 3);
  if (address === null || address.major !== 2) return null;
  const sum = readItem(bytes, address.end);
  if (sum === null || sum.major !== 0 || sum.end !== bytes.length) return null;
  return { address: bytes.subarray(address.start, address.end), sum: sum.value };
}
function byronAttributes(address) {
  if (address[0] !== 131) return null;
  const root = readItem(address, 1);
  if (root === null || root.major !== 2 || root.value !== 28) return null;
  const map = readItem(address, root.end);
  if (map === null || map.major !== 5) return null;
  const keys = /* @__PURE__ */ new Set();
  let position = map.end;
  for (let entry2 = 0; entry2 < map.value; entry2 += 1) {
    const key = readItem(address, position);
    const value = key === null ? null : readItem(address, key.end);
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
  const body = lower.slice(colon + 1);
  const words2 = [...body].map((character) => charset.indexOf(character));
  if (!isOneCase || words2.includes(-1) || words2.length <= checksumWords) {
    return refuse("it is cut or mistyped");
  }
  if (polymod([...prefixWords(prefix), ...words2]) !== 0n) return refuse(wrongChecksum);
  const bytes = wordBytes(words2.slice(0, -checksumWords));
  if (bytes === null || !isKnownVersion(bytes)) return refuse("it has an unknown type");
  return accept(`${prefix}:${body}`, bytes.subarray(1));
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
  const hash2 = bytes.subarray(1);
  const words2 = toWords(Uint8Array.from([type << 3, ...hash2]));
  const sum = polymod([
    ...prefixWords(prefix),
    ...words2,
    ...Array.from({ length: checksumWords }, () => 0)
  ]);
  const sumWords = Array.from(
    { length: checksumWords },
    (_, index) => Number(sum >> BigInt(5 * (checksumWords - 1 - index)) & 31n)
  );
  const body = [...words2, ...sumWords].map((word) => charset.charAt(word)).join("");
  return accept(`${prefix}:${body}`, hash2, {
    notes: [
      "converted from the old form, which BITCOIN also uses: make sure it is not a BITCOIN address"
    ]
  });
}
function toWords(bytes) {
  const words2 = [];
  let value = 0;
  let bits = 0;
  for (const byte of bytes) {
    value = value << 8 | byte;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      words2.push(value >> bits & 31);
      value &= (1 << bits) - 1;
    }
  }
  if (bits > 0) words2.push(value << 5 - bits & 31);
  return words2;
}
function prefixWords(prefix) {
  return [...[...prefix].map((character) => character.charCodeAt(0) & 31), 0];
}
function polymod(words2) {
  let sum = 1n;
  for (const word of words2) {
    const top = sum >> 35n;
    sum = (sum & 0x07ffffffffn) << 5n ^ BigInt(word);
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
function readWord(data, position) {
  const start = 2 + position * 2;
  const end = start + wordDigits;
  if (position < 0 || end > data.length) throw malformed("it ends too early");
  return data.slice(start, end);
}
function readUint(data, position) {
  const word = readWord(data, position);
  try {
    return BigInt(`0x${word}`);
  } catch (cause) {
    throw malformed("it is not hexadecimal", cause);
  }
}
function readAddress(data, position) {
  const word = readWord(data, position);
  if (!word.startsWith("0".repeat(24)) || notHex.test(word)) {
    throw malformed("a word is not an address");
  }
  return `0x${word.slice(24).toLowerCase()}`;
}
function malformed(what, cause) {
  return new SwaprouteError("CHAIN_UNAVAILABLE", `The chain's answer is malformed: ${what}.`, {
    hint: "Try again, or set another RPC address with SWAPROUTE_RPC_<CHAIN>.",
    cause
  });
}
var wordDigits, addressShape, notHex, uint256Limit, int256Limit;
var init_hex = __esm({
  "src/chains/evm/hex.ts"() {
    "use strict";
    init_errors();
    wordDigits = 64;
    addressShape = /^0x[0-9a-fA-F]{40}$/;
    notHex = /[^0-9a-fA-F]/;
    uint256Limit = 1n << 256n;
    int256Limit = 1n << 255n;
  }
});

// src/chains/addresses/evm.ts
function checkEvm(text4, chain) {
  if (!isEvmAddress(text4)) return refuse(shapeFault(text4));
  const checksummed2 = toChecksumAddress(text4);
  const digits3 = text4.slice(2);
  const isLower = digits3 === digits3.toLowerCase();
  const isUpper = digits3 === digits3.toUpperCase();
  if (!isLower && !isUpper && text4 !== checksummed2 && !isRootstockForm(text4, chain)) {
    return refuse(
      "its letter case (the EIP-55 checksum) is wrong, so at least one character may be wrong"
    );
  }
  const hasNone = (isLower || isUpper) && text4 !== checksummed2;
  const notes = hasNone ? ["it has no checksum; compare it once more"] : [];
  return accept(checksummed2, hexBytes(digits3.toLowerCase()), { notes });
}
function isRootstockForm(text4, { id, chainId }) {
  return id === "ROOTSTOCK" && chainId !== null && toChainChecksumAddress(text4, chainId) === text4;
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
    const [, protocol = "", body = ""] = plain;
    return withSum(text4, body, [Number(protocol)], payloadBytes[protocol] ?? null);
  }
  const delegated = /^f4(\d{1,10})f([a-z2-7]+)$/.exec(text4);
  if (delegated !== null) {
    const [, manager = "", body = ""] = delegated;
    return withSum(text4, body, [4, ...leb128(Number(manager))], null);
  }
  return refuse("it is not f0, f1, f2, f3 or f4 and its number or letters");
}
function withSum(text4, body, head, size) {
  const bytes = base32Bytes(body.toUpperCase());
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
  const digits3 = text4.slice(2);
  if (!/^[0-9a-fA-F]+$/.test(digits3)) {
    return refuse("it has characters other than 0-9 and a-f after 0x");
  }
  if (digits3.length > 64 || digits3.length < leastDigits) {
    return refuse(`it has ${digits3.length} digits after 0x instead of 64`);
  }
  const full = digits3.toLowerCase().padStart(64, "0");
  const notes = digits3.length === 64 ? [] : ["leading zeros added"];
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
function checkDigits(text4, digits3, extra = {}) {
  const bytes = hexBytes(digits3);
  if (bytes === null) return refuse("it is cut or mistyped");
  const isOneCase = digits3 === digits3.toLowerCase() || digits3 === digits3.toUpperCase();
  if (!isOneCase && digits3 !== checksummed(bytes)) return refuse(wrongChecksum);
  return accept(isOneCase ? text4.toLowerCase() : text4, bytes, extra);
}
function checksummed(bytes) {
  const hash2 = blake2b4(bytes, { dkLen: 32 });
  let position = 0;
  return [...toHex(bytes)].map((digit) => {
    if (digit <= "9") return digit;
    const bit = (hash2[(position >> 3) % hash2.length] ?? 0) >> (position & 7) & 1;
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
        const digits3 = text4.replace(/^0x/i, "").toLowerCase();
        return accept(`0x${digits3}`, hexBytes(digits3));
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
        const body = withoutChecksum(bytes, 6, (data) => blake2b4(data, { dkLen: 32 }));
        return body === null ? refuse(wrongChecksum) : accept(text4.toLowerCase(), body);
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
  let odd3 = 0;
  [...account2].forEach((character, index) => {
    const digit = character === "." ? 10 : Number(character);
    all = (31 * all + digit) % letters;
    if (index % 2 === 0) even = (even + digit) % 11;
    else odd3 = (odd3 + digit) % 11;
  });
  const ledgerSum = [ledger, 0, 0, 0, 0, 0, 0].reduce((sum, byte) => (31 * sum + byte) % limit, 0);
  const mixed = (((account2.length % 5 * 11 + even) * 11 + odd3) * letters + all + ledgerSum) % limit;
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

// src/chains/addresses/xrp.ts
import { base58xrp as base58xrp2 } from "@scure/base";
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
  const body = Uint8Array.of(0, ...bytes.subarray(2, 22));
  return base58xrp2.encode(Uint8Array.of(...body, ...doubleSha256(body).subarray(0, 4)));
}
function xrpBytes(text4) {
  try {
    return withoutChecksum(base58xrp2.decode(text4), 4, doubleSha256);
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

// src/chains/addresses/receivers.ts
function receiverFault(chain, { address, payload }, options) {
  const lower = address.toLowerCase();
  const hex = payload === null ? "" : toHex(payload);
  if (/^(00)+$/.test(hex)) return "is the zero address: tokens sent there are lost";
  if (equalBytes.test(hex) || hex !== "" && repeatedPattern.test(hex)) {
    return "is a burn or system address without a known key";
  }
  if (unownedEvm.has(lower) || unownedElsewhere.has(address)) {
    return "is a burn, system or sample address";
  }
  const isSample = sampleEvm.has(lower) || chain.addressFormat === "ton" && sampleTon.has(hex);
  if (options.sandbox !== true && isSample) return "is an account whose private key is public";
  if (isContract(chain, address, options.knownContracts)) {
    return "is the contract of a token or an exchange, which cannot forward what it receives";
  }
  const near = nearestCopy(address, [...options.knownAddresses ?? []], chain);
  return near === null ? null : `begins and ends like your known address ${near}, but differs`;
}
function nearestCopy(address, known3, chain) {
  const own = ownPart(address, chain);
  if (known3.some((other) => ownPart(other, chain) === own)) return null;
  return known3.find((other) => isNearCopy(address, other, chain)) ?? null;
}
function isContract(chain, address, known3) {
  const spellings = [address, address.toLowerCase(), bounceableForm(chain, address)];
  if (spellings.some((spelling) => known3?.has(spelling))) return true;
  if (isEvmChain(chain) && address.toLowerCase() === permit2) return true;
  const tokens2 = builtInTokens(chain.id).filter((token) => !token.native);
  return [chain.wrappedNative, chain.multicall3, ...tokens2.map((token) => token.address)].some(
    (contract) => contract !== null && spellings.includes(contract)
  );
}
function bounceableForm(chain, address) {
  const ton = chain.addressFormat === "ton" ? parseTonAddress(address) : null;
  return ton === null ? address : formatTonAddress(ton, true);
}
function isNearCopy(address, known3, chain) {
  const a = ownPart(address, chain);
  const b = ownPart(known3, chain);
  if (a === b || a.length < 3 * endLength) return false;
  return a.slice(0, endLength) === b.slice(0, endLength) && a.slice(-endLength) === b.slice(-endLength);
}
function ownPart(address, chain) {
  const ton = chain.addressFormat === "ton" ? parseTonAddress(address) : null;
  if (ton !== null) return formatTonAddress(ton, false).slice(2);
  const isCaseless = chain.addressFormat === "evm" || chain.addressFormat === "xdc";
  const text4 = isCaseless ? address.toLowerCase() : address;
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
  const address = parseTonAddress(text4);
  if (address === null) return refuse("it is cut or mistyped");
  if (address.testOnly) return refuse("it belongs to a test network");
  return formatTonAddress(address, true);
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
  return text4.length > maxLength ? "it is too long" : null;
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
  for (const id of recognisedChains) {
    const other = chainById(id);
    if (other.addressFormat === chain.addressFormat && id === chain.id) continue;
    if (isAccepted(addressKinds[other.addressFormat].check(text4, other))) return id;
  }
  return null;
}
function toChecked({ address, notes, memo }) {
  return { address, display: address, notes, memo };
}
var maxLength, recognisedChains, takesTestForms;
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
    maxLength = 512;
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
function partiesOf(request2, provider2, rules) {
  const { srcToken, dstToken, fromAddress, receiver: receiver2, refundAddress } = request2;
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
      `${provider2.name} needs a refund address on ${srcToken.blockchain}.`,
      { hint: "Set it with refundAddress (--refund-to)." }
    );
  }
  const parties = {
    receiver: toPayee(dstToken.blockchain, paid),
    refund: back === null ? null : toPayee(srcToken.blockchain, back)
  };
  for (const payee of [parties.receiver, parties.refund]) {
    if (payee === null || payee.memo === null || rules.takesMemo) continue;
    throw unsupported(`${provider2.name} cannot forward the tag or memo inside the address.`);
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
function anyParties(request2, provider2) {
  const { srcToken, dstToken, fromAddress, refundAddress, receiver: receiver2 } = request2;
  const named = {
    ...request2,
    receiver: receiver2 ?? neutralAccount(dstToken.blockchain),
    refundAddress: refundAddress ?? fromAddress ?? neutralAccount(srcToken.blockchain)
  };
  return partiesOf(named, provider2, { takesMemo: false, needsRefund: true });
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
function formatAmount(amount, decimals) {
  const negative = amount < 0n;
  const digits3 = (negative ? -amount : amount).toString().padStart(decimals + 1, "0");
  const whole = digits3.slice(0, digits3.length - decimals);
  const fraction = digits3.slice(digits3.length - decimals).replace(/0+$/, "");
  return `${negative ? "-" : ""}${whole}${fraction === "" ? "" : `.${fraction}`}`;
}
function mulDivDown(amount, numerator, denominator) {
  return amount * numerator / denominator;
}
function minimumAfterSlippage(amount, slippageBps) {
  const least = mulDivDown(amount, BigInt(1e4 - slippageBps), 10000n);
  return least === 0n && amount > 0n ? 1n : least;
}
var init_amounts = __esm({
  "src/core/amounts.ts"() {
    "use strict";
    init_errors();
  }
});

// src/core/json.ts
function isRecord2(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
var init_json = __esm({
  "src/core/json.ts"() {
    "use strict";
  }
});

// src/http/reason.ts
function foreignReason(text4, maxLength2 = 160) {
  const line = withoutLinks(text4.slice(0, maxLength2 * 8).replace(unprintable2, " ")).replace(/\s+/gu, " ").trim();
  const characters = [...line];
  if (characters.length <= maxLength2) return line;
  return `${characters.slice(0, maxLength2 - 1).join("")}\u2026`;
}
function envelopeError(body, options = {}) {
  if (!isRecord2(body)) return null;
  const list = body["errors"];
  const inner = body["error"] ?? (Array.isArray(list) ? list[0] : list);
  if (inner !== void 0 && inner !== null && inner !== false) {
    return reasonOf(inner) ?? "no reason given";
  }
  return options.anyField === true ? reasonOf(body) : null;
}
function reasonOf(value) {
  if (typeof value === "string") return value === "" ? null : foreignReason(value);
  if (!isRecord2(value)) return null;
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
function limitError({ name }, amount, token, { min, max }) {
  const { symbol: tokenSymbol, decimals } = token;
  if (min !== null && amount < min) {
    const minAmount = formatAmount(min, decimals);
    const text4 = `${name} takes at least ${minAmount} ${tokenSymbol} on this route.`;
    return new SwaprouteError("AMOUNT_TOO_LOW", text4, { context: { tokenSymbol, minAmount } });
  }
  if (max !== null && amount > max) {
    const maxAmount = formatAmount(max, decimals);
    const text4 = `${name} takes at most ${maxAmount} ${tokenSymbol} on this route.`;
    return new SwaprouteError("AMOUNT_TOO_HIGH", text4, { context: { tokenSymbol, maxAmount } });
  }
  return null;
}
function unnamedLimit({ name }, code, { symbol: tokenSymbol }) {
  const word = code === "AMOUNT_TOO_LOW" ? "low" : "high";
  return new SwaprouteError(code, `The amount is too ${word} for ${name}.`, {
    context: { tokenSymbol }
  });
}
function answerError(provider2, status, body, hasKey = false) {
  const { name } = provider2;
  const reason = envelopeError(body, { anyField: true });
  const said = reason === null ? "" : ` It says: "${reason}".`;
  if (status === 401 || status === 403) return lockedOut(provider2, status, body, hasKey);
  if (status === 404) {
    return new SwaprouteError("NO_ROUTE", `${name} does not offer this swap.${said}`);
  }
  if (status >= 500) {
    return new SwaprouteError("UPSTREAM_FAILED", `${name} answered ${status}.${said}`, {
      context: { status }
    });
  }
  return new SwaprouteError("UPSTREAM_REFUSED", `${name} refused the request.${said}`, {
    context: { status }
  });
}
function lockedOut({ name, keyVariable }, status, body, hasKey) {
  const context = { status };
  if (keyVariable !== null && isAboutKey(status, body)) {
    const text4 = hasKey ? `${name} refuses the key in ${keyVariable}.` : `${name} needs a key: ${keyVariable}.`;
    const hint = `Create an account at ${name} to get a key.`;
    return new SwaprouteError("UPSTREAM_REFUSED", text4, { hint, context });
  }
  const reason = isPage(body) ? null : textOf(body);
  const said = reason === null ? "" : ` It says: "${reason}".`;
  return new SwaprouteError(
    "UPSTREAM_REFUSED",
    `${name} does not serve this connection: it answered ${status}.${said}`,
    {
      hint: "This is usually a firewall or a country block. Try another network or provider.",
      context
    }
  );
}
function isAboutKey(status, body) {
  if (isPage(body)) return false;
  return status === 401 || /\b(?:api[ _-]?)?(?:key|token)s?\b|unauthori|credential/i.test(textOf(body) ?? "");
}
function isPage(body) {
  return typeof body === "string" && /^\s*</.test(body);
}
function textOf(body) {
  if (typeof body !== "string") return envelopeError(body, { anyField: true });
  return body.trim() === "" ? null : foreignReason(body);
}
function quoteError(provider2, status, body, hasKey = false) {
  if (status === 401 || status === 403 || status >= 500) {
    return answerError(provider2, status, body, hasKey);
  }
  return noRoute(provider2, isPage(body) ? null : textOf(body));
}
function noRoute({ name }, reason = null) {
  const said = reason === null ? "" : ` It says: "${reason}".`;
  return new SwaprouteError("NO_ROUTE", `${name} does not offer this swap.${said}`);
}
function priceMoved({ name }, quoted2, now) {
  return new SwaprouteError("PRICE_MOVED", `${name} now promises less than was quoted.`, {
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
    const address = parseTonAddress(text4);
    return address === null ? text4 : `${address.workchain}:${Buffer.from(address.hash).toString("hex")}`;
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
function isSameAccount(blockchain, one, other) {
  return accountKey(blockchain, one) === accountKey(blockchain, other);
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
function compareOrder(provider2, { srcToken, dstToken }, { asked, created, readBack: readBack3, required }) {
  for (const field of orderFields) {
    const key = keyOf(field, srcToken.blockchain, dstToken.blockchain);
    const [wanted2, first, second] = [asked[field], created[field], readBack3[field]].map(key);
    if (second === void 0 && required.includes(field)) {
      throw unsafe(
        "D3",
        provider2,
        `did not return the ${fieldNames[field]} when the order was read back`,
        field
      );
    }
    const told2 = [first, second].filter((value) => value !== void 0);
    if (wanted2 !== void 0 && told2.some((value) => value !== wanted2)) {
      const check = field === "amountToSend" && first !== wanted2 ? "D8" : "D3";
      throw unsafe(check, provider2, `opened an order with a different ${fieldNames[field]}`, field);
    }
    if (first !== void 0 && second !== void 0 && first !== second) {
      const text4 = `now returns a different ${fieldNames[field]} than when the order was opened`;
      throw unsafe("D3", provider2, text4, field);
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
function checkDepositAddress(provider2, request2, parties, address) {
  const { srcToken, dstToken, fromAddress } = request2;
  const chain = chainById(srcToken.blockchain);
  const own = [fromAddress, parties.refund?.address ?? null].filter((text4) => text4 !== null);
  const others = [...own, srcToken.address, ...receiverThere(chain, dstToken.blockchain, parties)];
  const key = accountKey(chain.id, address);
  if (others.some((other) => accountKey(chain.id, other) === key)) {
    throw unsafe(
      "D4",
      provider2,
      "names a deposit address that has another role in this swap",
      "depositAddress"
    );
  }
  try {
    checkReceiver(chain, address, { knownAddresses: own });
  } catch (cause) {
    if (!(cause instanceof SwaprouteError)) throw cause;
    const text4 = `names an address that must not be paid on ${chain.id}`;
    throw unsafe("D4", provider2, text4, "depositAddress");
  }
}
function receiverThere(chain, dst, { receiver: receiver2 }) {
  return chainById(dst).addressFormat === chain.addressFormat ? [receiver2.address] : [];
}
function checkSameDeposit(provider2, { srcToken, depositAddress: depositAddress2, depositMemo }, told2) {
  const { blockchain } = srcToken;
  const { address, memo } = told2;
  const isOther = address != null && accountKey(blockchain, address) !== accountKey(blockchain, depositAddress2);
  if (isOther) {
    throw unsafe("D7", provider2, "now returns a different deposit address", "depositAddress");
  }
  if (memo !== void 0 && (memo ?? "") !== (depositMemo ?? "")) {
    throw unsafe("D7", provider2, "now returns a different deposit memo", "depositMemo");
  }
}
function checkDepositMemo(provider2, blockchain, memo, asOutput = false) {
  const hasField = asOutput || otherFields.has(blockchain) || chainById(blockchain).memo !== null;
  const isTag = blockchain === "RIPPLE";
  const isSound = isTag ? /^(?:0|[1-9]\d{0,9})$/.test(memo) && Number(memo) <= 4294967295 : /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(memo) && memo.length <= (longestMemo[blockchain] ?? 256);
  if (isSound && hasField) return;
  throw unsafe("D5", provider2, `requires a memo that ${blockchain} cannot carry`, "depositMemo");
}
function unsafe(check, { name }, what, field) {
  return new SwaprouteError("UNSAFE_ROUTE", `${name} ${what}.`, {
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
function parseWire(schema, body, what) {
  const result = z.safeParse(schema, body);
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
function toOrderToken({ blockchain, address, decimals, native: native2 }) {
  return { blockchain, address, decimals, native: native2 };
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
async function sendOrder(provider2, request2, context) {
  let response;
  try {
    response = await context.http.send({
      method: "POST",
      ...request2,
      effect: "order",
      signal: context.signal
    });
  } catch (thrown) {
    if (!(thrown instanceof SwaprouteError) || !mayHaveArrived(thrown)) throw thrown;
    throw orderUnknown(provider2, null, thrown);
  }
  if (response.status >= 500) {
    throw orderUnknown(provider2, null, answerError(provider2, response.status, response.body));
  }
  return response;
}
function parseOrder(provider2, schema, body) {
  const parsed = z3.safeParse(schema, body);
  if (parsed.success) return parsed.data;
  throw orderUnknown(provider2, null, parsed.error);
}
async function readBack(provider2, orderId, look, context, pause) {
  for (const waitMs of [0, ...lookAgainMs]) {
    try {
      if (waitMs > 0) await pause(waitMs, context.signal);
      const seen = await look();
      if (seen !== null) return seen;
    } catch (cause) {
      throw orderUnknown(provider2, orderId, cause);
    }
  }
  throw orderUnknown(provider2, orderId, null);
}
function toBuiltOrder(provider2, order3, context) {
  const { quote, parties, views, orderId, depositAddress: depositAddress2, expiresAtMs } = order3;
  const { request: request2 } = quote;
  const { srcToken, dstToken, srcAmount } = request2;
  const depositMemo = order3.depositMemo === "" ? null : order3.depositMemo;
  compareOrder(provider2, request2, views);
  checkDepositAddress(provider2, request2, parties, depositAddress2);
  if (depositMemo !== null) {
    checkDepositMemo(provider2, srcToken.blockchain, depositMemo, order3.memoAsOutput);
  }
  if (expiresAtMs !== null && expiresAtMs <= context.now()) {
    throw unsafe("D7", provider2, "opened an order that has already expired", "expiresAt");
  }
  if (order3.dstAmount < quote.dstMinAmount) {
    throw priceMoved(provider2, quote.dstMinAmount, order3.dstAmount);
  }
  if (order3.dstMinAmount > order3.dstAmount) {
    throw unsafe("D3", provider2, "promises a minimum above the amount it expects", "dstAmount");
  }
  const name = order3.memoName === null || order3.memoName === "" ? null : order3.memoName;
  return {
    transaction: {
      kind: "deposit",
      depositAddress: depositAddress2,
      amountToSend: formatAmount(srcAmount, srcToken.decimals),
      exchangeId: orderId,
      extraFields: depositMemo === null ? null : { name: memoWord(name, srcToken.blockchain), value: depositMemo },
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
function memoWord(name, blockchain) {
  return chainById(blockchain).memo ?? (name === null ? "memo" : foreignReason(name, 30));
}
function mayHaveArrived({ code, context }) {
  if (code !== "UPSTREAM_FAILED" && code !== "TIMED_OUT") return false;
  return context["sent"] !== false && !neverArrived.has(context["fault"]);
}
function orderUnknown({ name }, orderId, cause) {
  const said = cause instanceof SwaprouteError ? ` ${cause.message}` : "";
  const text4 = orderId === null ? `It is not known whether ${name} opened the order.${said}` : `${name} opened order ${orderId}, but it could not be read back.${said}`;
  return new SwaprouteError("OUTCOME_UNKNOWN", text4, {
    hint: "No address was shown, so nothing can have been paid; an unpaid order expires. Get a new quote.",
    context: { check: "D3", provider: name, ...orderId === null ? {} : { orderId } },
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
function isContractOf({ blockchain, address }, told2) {
  const isCaseless = isEvmChain(chainById(blockchain));
  return isCaseless ? told2.toLowerCase() === address.toLowerCase() : told2 === address;
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
function toFacts(known3, more = {}) {
  if (known3 === null) return null;
  const { orderId, depositAddress: depositAddress2, depositMemo, receiver: receiver2, refundAddress, expiresAtMs } = known3;
  const { srcToken, dstToken, srcAmount, dstAmount } = known3;
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
  const least = minimumAfterSlippage(expected, bps);
  return kind === "ton" ? inParts(least, mostParts) : least;
}
function inParts(least, parts) {
  const hundredth = least / 100n;
  return least - least / 1000000n - (parts < hundredth ? parts : hundredth);
}
function slippageBetween(expected, least) {
  if (expected <= 0n || least >= expected) return 0;
  return Number(((expected - least) * 20000n + expected) / (2n * expected));
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
function remainingSlippageBps(provider2, acceptedMin, expectedNow) {
  if (expectedNow < acceptedMin) throw priceMoved(provider2, acceptedMin, expectedNow);
  return Number((expectedNow - acceptedMin) * 10000n / expectedNow);
}
function toDepositQuote(offer) {
  const { provider: provider2, request: request2, dstAmount, guaranteed, durationSeconds } = offer;
  const { srcToken, dstToken, srcAmount } = request2;
  const wanted2 = request2.slippageBps ?? usualSlippageBps;
  const dstMinAmount = guaranteed ?? minimumAfterSlippage(dstAmount, wanted2);
  const kept2 = dstAmount === 0n ? 0 : Number((dstAmount - dstMinAmount) * 10000n / dstAmount);
  return {
    provider: provider2,
    swapType: "cross-chain",
    executionKind: "deposit",
    request: request2,
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
        provider: provider2,
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
function isSameAddress(one, other) {
  return one.toLowerCase() === other.toLowerCase();
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
  const ask = async (blockchain, call2) => resultOf((await askAll(blockchain, [call2]))[0], blockchain, call2.method);
  const records = (kept2, method, parse) => {
    const recall = (blockchain, hash2, { recent = false } = {}) => {
      const known3 = recent ? kept2.get(keyOf2(blockchain, hash2)) : void 0;
      return known3 === void 0 || now() - known3.atMs > recentMs ? null : known3.read;
    };
    const take = (blockchain, hash2, result) => {
      const read2 = result === null ? null : parse(result, blockchain);
      if (read2 !== null) requireSame(blockchain, hash2, read2.hash);
      kept2.delete(keyOf2(blockchain, hash2));
      if (kept2.size >= mostKept) kept2.clear();
      if (read2?.blockHash != null) kept2.set(keyOf2(blockchain, hash2), { read: read2, atMs: now() });
      return read2;
    };
    const read = async (blockchain, hash2, options = {}) => recall(blockchain, hash2, options) ?? take(blockchain, hash2, await ask(blockchain, { method, params: [hash2] }));
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
  const readBesides = async (blockchain, hash2, options = {}) => {
    const known3 = transactions.recall(blockchain, hash2, options);
    if (known3 !== null) return known3;
    const [answer] = await askAll(blockchain, [{ method: transactionMethod, params: [hash2] }]);
    return answer?.ok === true ? transactions.take(blockchain, hash2, answer.result) : null;
  };
  return {
    readStoredReceipt: receipts.read,
    readTransaction: transactions.read,
    async readStored(blockchain, hash2, options = {}) {
      const known3 = transactions.recall(blockchain, hash2, options);
      if (known3 !== null) {
        return { receipt: await receipts.read(blockchain, hash2, options), transaction: known3 };
      }
      const [receipt, sent] = await askAll(blockchain, [
        { method: receiptMethod, params: [hash2] },
        { method: transactionMethod, params: [hash2] }
      ]);
      return {
        receipt: receipts.take(blockchain, hash2, resultOf(receipt, blockchain, receiptMethod)),
        transaction: transactions.take(
          blockchain,
          hash2,
          resultOf(sent, blockchain, transactionMethod)
        )
      };
    },
    async readReceipt(blockchain, hash2, options = {}) {
      const receipt = await receipts.read(blockchain, hash2, options);
      if (receipt === null) return null;
      const { succeeded, effectiveGasPrice, blockHash } = receipt;
      if (succeeded === null) throw unusable(blockchain, receiptMethod, "has a malformed status");
      const transaction = await readBesides(blockchain, hash2, options);
      const seen = transaction?.blockHash;
      if (seen !== void 0 && !isSameAddress(seen ?? "", blockHash)) {
        throw unusable(blockchain, receiptMethod, "contradicts the transaction");
      }
      const price2 = effectiveGasPrice ?? transaction?.gasPrice ?? null;
      if (price2 === null) throw unusable(blockchain, transactionMethod, "has no gas price");
      return { ...receipt, succeeded, effectiveGasPrice: price2 };
    },
    async readValue(blockchain, hash2) {
      return (await transactions.read(blockchain, hash2, { recent: true }))?.value ?? null;
    },
    async readNativeGain(blockchain, owner, blockNumber) {
      const method = "eth_getBalance";
      const answers = await askAll(
        blockchain,
        [blockNumber, blockNumber - 1n].map((at2) => ({ method, params: [owner, toHex2(at2)] }))
      );
      const [after, before] = answers.map(
        (answer) => answer.ok ? readAnswer(wireHexUint, answer.result, blockchain, method) : null
      );
      return after == null || before == null ? null : after - before;
    },
    async readBlockTime(blockchain, blockNumber) {
      const call2 = { method: "eth_getBlockByNumber", params: [toHex2(blockNumber), false] };
      const block = await ask(blockchain, call2);
      if (block === null) return null;
      const { timestamp } = readAnswer(blockWire, block, blockchain, call2.method);
      return Number(timestamp) * 1e3;
    }
  };
}
function keyOf2(blockchain, hash2) {
  return `${blockchain} ${hash2.toLowerCase()}`;
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
function requireSame(blockchain, asked, told2) {
  if (isSameAddress(asked, told2)) return;
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
function tokenGain(logs, token, account2) {
  let gain = 0n;
  for (const log of logs) {
    if (!isSameAddress(log.address, token)) continue;
    const [topic, first, second] = log.topics;
    if (topic === topics.transfer && log.topics.length === 3) {
      if (isAccount(second, account2)) gain += amountOf(log);
      if (isAccount(first, account2)) gain -= amountOf(log);
    }
    if (topic === topics.deposit && isAccount(first, account2)) gain += amountOf(log);
    if (topic === topics.withdrawal && isAccount(first, account2)) gain -= amountOf(log);
  }
  return gain;
}
function unwrapped(logs, wrappedNative) {
  return wrappedNative === null ? null : sumOf(eventsOf(logs, wrappedNative, topics.withdrawal));
}
function eventsOf(logs, token, topic) {
  return logs.filter(
    (log) => isSameAddress(log.address, token) && log.topics[0] === topic && isNumber.test(log.data)
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
  const address = parseTonAddress(text4);
  if (address === null || address.testOnly) return null;
  return `${address.workchain}:${toHex(address.hash)}`;
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
  for (const { hash: hash2 } of refs) sha.update(Buffer.from(hash2, "hex"));
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
  let at2 = 6;
  const take = (length) => {
    at2 += length;
    return bytes.readUIntBE(at2 - length, length);
  };
  const [count, roots, absent] = [take(size), take(size), take(size)];
  const dataSize = take(offsetSize);
  if (roots !== 1 || absent !== 0 || count < 1 || count > maxCells) {
    throw new RangeError("a bag with a wrong number of roots or too many cells");
  }
  const root = take(size);
  if (hasIndex) at2 += count * offsetSize;
  const end = at2 + dataSize;
  if (bytes.length !== end + (hasChecksum ? 4 : 0)) throw new RangeError("a bag of a wrong length");
  if (hasChecksum && crc32c(bytes.subarray(0, end)) !== bytes.readUInt32LE(end)) {
    throw new RangeError("a bag with a wrong checksum");
  }
  return buildCells(readRecords(bytes.subarray(at2, end), count, size), root);
}
function readRecords(bytes, count, size) {
  const records = [];
  let at2 = 0;
  for (let index = 0; index < count; index += 1) {
    const first = bytes.readUInt8(at2);
    const second = bytes.readUInt8(at2 + 1);
    at2 += 2;
    const refCount = first & 7;
    const level = first >> 5;
    if (refCount > 4 || level !== 0) throw new RangeError("a proof cell");
    if ((first & 16) !== 0) at2 += 34;
    const length = Math.ceil(second / 2);
    const raw = bytes.subarray(at2, at2 + length);
    if (raw.length !== length) throw new RangeError("a bag that ends too early");
    at2 += length;
    const refs = [];
    for (let ref = 0; ref < refCount; ref += 1) {
      const target = bytes.readUIntBE(at2, size);
      at2 += size;
      if (target <= index || target >= count) throw new RangeError("a backward reference");
      refs.push(target);
    }
    records.push({ ...withoutCompletionTag(raw, second), refs, exotic: (first & 8) !== 0 });
  }
  if (at2 !== bytes.length) throw new RangeError("a bag of a wrong length");
  return records;
}
function withoutCompletionTag(raw, descriptor) {
  const data = Uint8Array.from(raw);
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
  const digits3 = value.toString(2);
  if (value < 0 || digits3.length > bits) throw new RangeError("a number that is too long");
  return digits3.padStart(bits, "0");
}
function addressBits(raw) {
  const [, workchain, hash2] = /^(0|-1):([0-9a-f]{64})$/.exec(raw) ?? [];
  if (hash2 === void 0) throw new RangeError("not a raw address");
  return `100${uintBits(workchain === "0" ? 0 : 255, 8)}${uintBits(BigInt(`0x${hash2}`), 256)}`;
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
  const int6 = (bits) => Number(BigInt.asIntN(bits, big(bits)));
  const hex = (bytes) => bytes === 0 ? "" : big(bytes * 8).toString(16).padStart(bytes * 2, "0");
  const varUint = (maxBytes) => {
    const length = uint(32 - Math.clz32(maxBytes - 1));
    if (length >= maxBytes) throw new RangeError("a number that is too long");
    return big(length * 8);
  };
  const addressOf = (kind) => {
    if (kind === 0) return null;
    if (kind !== 2 || bit()) throw new RangeError("an address of a form that is not used");
    const workchain = int6(8);
    if (workchain !== 0 && workchain !== -1) throw new RangeError("an address in no workchain");
    return `${workchain}:${hex(32)}`;
  };
  const address = () => addressOf(uint(2));
  const headAddress = () => {
    const kind = uint(2);
    if (kind !== 1) return addressOf(kind);
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
      const width = Math.min(8, bits - index * 8);
      data[index] = uint(width) << 8 - width;
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
    int: int6,
    big,
    hex,
    bytes: (count) => Uint8Array.from(Buffer.from(hex(count), "hex")),
    coins: () => varUint(16),
    varUint,
    address,
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
    cell.refs.forEach(({ hash: hash2 }, place) => {
      refs.writeUIntBE(indexes.get(hash2) ?? 0, place * size, size);
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
  const body = Buffer.concat([header, data]);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32LE(crc32c(body));
  return Buffer.concat([body, checksum]).toString("base64");
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
function readInternalTransfer(body) {
  if (body === null) return null;
  try {
    const reader = readCell(readBoc(body));
    if (reader.uint(32) !== jettonOps.internalTransfer) return null;
    reader.big(64);
    return { amount: reader.coins(), from: reader.address() };
  } catch (thrown) {
    if (thrown instanceof RangeError) return null;
    throw thrown;
  }
}
function addressSlice(raw) {
  return writeBoc(cellOfBits(addressBits(raw)));
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
function readTonTransferAmount(body) {
  if (body === null) return null;
  try {
    const reader = readCell(readBoc(body));
    if (reader.bitsLeft < 32 || reader.uint(32) !== tonTransferOp) return null;
    reader.big(64);
    return reader.coins();
  } catch (thrown) {
    if (thrown instanceof RangeError) return null;
    throw thrown;
  }
}
var tonTransferOp;
var init_proxyTon = __esm({
  "src/chains/ton/proxyTon.ts"() {
    "use strict";
    init_boc();
    init_cell();
    init_derive();
    init_reader();
    tonTransferOp = 32736093;
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
async function gainsOf({ readJettonWallet }, trace, { native: native2, address }, owner) {
  const raw = toRawTonAddress(owner);
  if (raw === null) return [];
  const jettonWallet = native2 ? null : await readJettonWallet(address, raw);
  return gainsIn(trace, { owner: raw, jettonWallet });
}
function gainsIn(trace, { owner, jettonWallet }) {
  return jettonWallet === null ? coinGains(trace, owner) : jettonGains(trace, jettonWallet);
}
function jettonGains({ transactions }, wallet) {
  return gains(
    transactions.filter((transaction) => transaction.account === wallet && takesJettons(transaction)).map((transaction) => ({
      amount: readInternalTransfer(transaction.inMessage?.body ?? null)?.amount ?? 0n,
      transaction
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
    incoming(trace, account2).filter(isPayment).map(({ message, transaction }) => ({ amount: paidIn(message), transaction }))
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
  return transactions.flatMap((transaction) => {
    const { inMessage: message } = transaction;
    const came = transaction.account === account2 && message !== null && message.source !== null;
    return came && !handsBack(transaction) ? [{ message, transaction }] : [];
  });
}
function paidIn({ value, body }) {
  const said = readTonTransferAmount(body);
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
async function readMethod(contract, method, args, { ton, signal }) {
  const answers = kept.get(ton) ?? /* @__PURE__ */ new Map();
  kept.set(ton, answers);
  const key = JSON.stringify([contract, method, args]);
  const known3 = answers.get(key);
  if (known3 !== void 0) return known3;
  const answer = await ton.runGetMethod(contract, method, args, { signal });
  if (answers.size >= mostKept2) answers.clear();
  answers.set(key, answer);
  return answer;
}
async function derivedAddress(contract, method, args, context) {
  const [item] = await readMethod(contract, method, args, context);
  const address = item !== void 0 && "boc" in item ? readAddressSlice(item.boc) : null;
  if (address !== null) return address;
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
async function readTrace({ ton, signal, now }, of, { recent = false } = {}) {
  const wanted2 = "messageHash" in of ? of.messageHash : of.transactionHash;
  const kept2 = memories2.get(ton) ?? [];
  const known3 = kept2.findLast(({ trace: trace2 }) => includes(trace2, wanted2));
  if (recent && known3 !== void 0 && now() - known3.atMs <= lifeOf(known3.trace)) return known3.trace;
  const trace = await ton.trace(of, { signal });
  const others = kept2.filter((one) => !includes(one.trace, wanted2)).slice(1 - mostKept3);
  memories2.set(ton, trace === null ? others : [...others, { trace, atMs: now() }]);
  return trace;
}
function isAbout({ hash: hash2, inMessage }, wanted2) {
  return [hash2, inMessage?.hash, inMessage?.normalizedHash].includes(wanted2);
}
function hasEnded({ complete, transactions }) {
  return complete && transactions.every(({ emulated }) => !emulated);
}
function includes({ transactions }, wanted2) {
  return transactions.some((one) => isAbout(one, wanted2));
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
  const hash2 = tonHashIn(text4);
  if (hash2 === null || !sources.ton.has())
    return unseen("no address of a TON node is known to confirm it");
  const trace = await readTrace(sources, { transactionHash: hash2 }, { recent: true }) ?? await readTrace(sources, { messageHash: hash2 });
  if (trace === null) return unseen("TON does not show it yet");
  const firstAt = Math.min(...trace.transactions.map(({ atSeconds }) => atSeconds));
  if (isTooEarly(firstAt * 1e3, arrival)) return unseen("that transaction is older than the order");
  const { token, to } = arrival;
  const reader = {
    readJettonWallet: (master, owner) => jettonWalletOf(master, owner, sources)
  };
  const amount = sumOf2(await gainsOf(reader, happened(trace), token, to));
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
  const { token, owner, claimed, fits: fits2 } = due;
  if (token.native) return await nativePayout(reader, receipt, due);
  const amount = tokenGain(receipt.logs, token.address, owner) - claimed;
  return fits2(amount) ? { source: "receipt", amount } : null;
}
async function nativePayout(reader, receipt, { token: { blockchain }, owner, before, claimed, wrapped, fits: fits2 }) {
  const rest = (amount) => amount !== null && fits2(amount - claimed) ? amount - claimed : null;
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
  const told2 = rest(unwrapped(receipt.logs, wrapped));
  return told2 === null ? { source: "balance", amount: change } : { source: "receipt", amount: told2 };
}
function isTransferTo(owner, { from, to }) {
  const account2 = owner.toLowerCase();
  return to?.toLowerCase() === account2 && from.toLowerCase() !== account2;
}
async function findArrival(hash2, arrival, sources) {
  const { token, to } = arrival;
  const { blockchain } = token;
  const chain = chainById(blockchain);
  if (chain.kind === "ton") {
    const { findTonArrival: findTonArrival2 } = await Promise.resolve().then(() => (init_tonArrival(), tonArrival_exports));
    return await findTonArrival2(hash2, arrival, sources);
  }
  if (!isEvmChain(chain)) return { kind: "unreadable" };
  if (!sources.rpc.has(blockchain)) {
    return unseen(`no RPC address is known for ${blockchain} to confirm it`);
  }
  const reader = createEvmReader(sources);
  const receipt = await reader.readStoredReceipt(blockchain, hash2, { recent: true });
  if (receipt === null) return unseen(`${blockchain} does not show it yet`);
  if (!receipt.succeeded) return unseen(`that transaction failed on ${blockchain}`);
  const atMs = await reader.readBlockTime(blockchain, receipt.blockNumber);
  if (isTooEarly(atMs, arrival)) return unseen("that transaction is older than the order");
  const fits2 = (amount) => amount > 0n;
  const due = { token, owner: to, before: null, claimed: 0n, wrapped: null, fits: fits2 };
  const paid = await paidTo(reader, receipt, due);
  return paid === null ? notPaid : { kind: "paid", amount: paid.amount };
}
async function readPayment(blockchain, hash2, sources) {
  const readable = isEvmChain(chainById(blockchain)) && sources.rpc.has(blockchain);
  if (!readable || !isTransactionHash(blockchain, hash2)) return "unreadable";
  const receipt = await createEvmReader(sources).readStoredReceipt(blockchain, hash2, {
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
function readAmount(form, amount, token, rounding) {
  return toUnits(new Decimal(String(amount)), token.decimals - digitsOf(form, token), rounding);
}
function writeAmount(form, amount, token) {
  const { decimals } = token;
  if (form === "number" || form === "text") return formatAmount(amount, decimals);
  return String(toUnits(new Decimal(String(amount)), digitsOf(form, token) - decimals, "down"));
}
function digitsOf(form, { decimals }) {
  return form === "units" ? decimals : typeof form === "object" ? form.digits : 0;
}
function amountText(amount, { blockchain, address, decimals }) {
  const wanted2 = address.toLowerCase();
  const listed2 = builtInTokens(blockchain).find((token) => token.address.toLowerCase() === wanted2);
  return `${formatAmount(amount, decimals)} ${listed2?.symbol ?? "tokens"}`;
}
function canonicalDecimal(value) {
  return new Decimal(String(value)).toFixed();
}
function exactNumber(amount, { decimals, symbol }, name) {
  const text4 = formatAmount(amount, decimals);
  const number6 = Number(text4);
  if (canonicalDecimal(number6) === text4) return number6;
  throw new SwaprouteError(
    "TOO_MANY_DECIMALS",
    `${name} cannot take exactly ${text4} ${symbol}: it has too many digits.`,
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
function meaningOf(map, word) {
  return (Object.hasOwn(map, word) ? map[word] : void 0) ?? "unknown";
}
async function toDepositStatus(provider2, reading, order3, ref, context) {
  const look = { provider: provider2, reading, order: order3, ref, context };
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
      return still(reading.note ?? `${provider2.name} is checking the payment.`, true);
    case "short":
      return still(reading.note ?? "Less than the agreed amount arrived.", true);
    case "refunding":
      return still(reading.note ?? `${provider2.name} is sending the money back.`, true);
    case "needs_user": {
      const note = reading.note ?? `${provider2.name} is waiting for your decision about the refund.`;
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
  const { provider: provider2, reading, order: order3, ref, context } = look;
  const { expiresAtMs } = order3;
  const isOver = expiresAtMs !== null && context.now() > expiresAtMs;
  const hash2 = ref.srcTxHash;
  if (hash2 !== null) {
    const payment = await readPayment(ref.srcBlockchain, hash2, context);
    if (payment === "failed") return paymentFailed(reading, order3);
    const note2 = isOver ? `The payment deadline has passed, and ${provider2.name} has not seen a payment yet.` : void 0;
    return pending(look, note2, isOver);
  }
  if (!isOver) return pending(look, reading.note);
  if (context.now() < expiresAtMs + lateGraceMs) {
    const note2 = "The payment deadline has passed; do not pay.";
    return pending(look, note2);
  }
  const note = `${provider2.name} reports that nothing was paid in time.`;
  return { status: "FAIL", ...nowhere, ...commonOf(reading, order3), note };
}
async function paidStatus(look) {
  const { provider: provider2, reading, order: order3, ref, context } = look;
  const { dstToken, receiver: receiver2, dstAmount, createdAtMs } = order3;
  const common = commonOf(reading, order3);
  const claimed = `${provider2.name} says it has paid`;
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
    return { ...end, status: "INDETERMINATE", note: farNote(provider2, reading, order3, amount) };
  }
  const note = reading.note ?? otherPayment(reading, order3);
  return { ...end, status: "SUCCESS", ...note === null ? {} : { note } };
}
async function firstArrival(hashes2, named, arrival, context) {
  let why = "names no transaction";
  for (const hash2 of hashes2) {
    const evidence = await findArrival(hash2, arrival, context);
    if (evidence.kind === "unseen") {
      ;
      ({ why } = evidence);
      continue;
    }
    if (evidence.kind === "unreadable" && hash2 !== named) break;
    return { hash: hash2, amount: evidence.kind === "paid" ? evidence.amount : null };
  }
  return { why };
}
function farNote(provider2, reading, order3, amount) {
  const { dstToken, dstAmount } = order3;
  const agreed = dstAmount === null ? "" : ` instead of ${amountText(dstAmount, dstToken)}`;
  const paidOut = `${provider2.name} paid out ${amountText(amount, dstToken)}${agreed}.`;
  const more = reading.note ?? otherPayment(reading, order3);
  return more === null ? paidOut : `${more} ${paidOut}`;
}
function otherPayment({ paidAmount }, { srcToken, srcAmount }) {
  if (paidAmount == null || srcAmount === null || paidAmount === srcAmount) return null;
  const [paid, agreed] = [paidAmount, srcAmount].map((amount) => amountText(amount, srcToken));
  return `You paid ${paid} instead of ${agreed}.`;
}
async function refundedStatus(look) {
  const { provider: provider2, reading, order: order3, ref, context } = look;
  const { srcToken, refundAddress, createdAtMs } = order3;
  const common = commonOf(reading, order3);
  const claimed = `${provider2.name} says it has sent the money back`;
  const still = (why) => pending(look, `${claimed}, but ${why}.`, true);
  const hashes2 = possibleHashes(
    reading.refundHashes,
    srcToken.blockchain,
    { ...reading, paysByItself: false },
    ref
  );
  if (hashes2.length === 0) return still("names no transaction");
  const to = refundAddress ?? ref.fromAddress;
  if (to === null) return unseenRefund(provider2, reading, order3, hashes2[0]);
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
function unseenRefund({ name }, reading, order3, hash2) {
  const { srcToken, srcAmount } = order3;
  const paid = reading.paidAmount ?? srcAmount;
  const what = paid === null ? "the money" : amountText(paid, srcToken);
  const note = `${name} says it has sent ${what} back; no refund address is known, so check the wallet or exchange account you paid from.`;
  return {
    status: "INDETERMINATE",
    destinationTxHash: hash2 ?? null,
    ...commonOf(reading, order3),
    destinationBlockchain: srcToken.blockchain,
    note
  };
}
async function failedStatus(look) {
  const { provider: provider2, reading, order: order3, ref, context } = look;
  const hash2 = ref.srcTxHash;
  const payment = hash2 === null ? null : await readPayment(ref.srcBlockchain, hash2, context);
  if (payment === "failed") return paymentFailed(reading, order3);
  if (payment === "missing") {
    const note2 = `${provider2.name} cancelled the order; the payment is not confirmed yet.`;
    return pending(look, note2);
  }
  const wasPaid = payment === "confirmed" || reading.srcTxHash !== null;
  const sentence = reading.meaning === "expired" && !wasPaid ? `${provider2.name} reports that the order ended unpaid.` : `${provider2.name} cancelled the order.`;
  const note = reading.note ?? sentence;
  const help = wasPaid ? ` Ask its support with order ${order3.orderId}.` : "";
  return { status: "FAIL", ...nowhere, ...commonOf(reading, order3), note: `${note}${help}` };
}
function possibleHashes(named, blockchain, { srcTxHash, paysByItself = false }, ref) {
  const hashes2 = named.filter((hash2) => isTransactionHash(blockchain, hash2) && !isZero(hash2));
  if (paysByItself) return hashes2;
  const payments = [srcTxHash, ref.srcTxHash].flatMap((hash2) => hash2 === null ? [] : digits(hash2));
  return hashes2.filter((hash2) => !payments.includes(digits(hash2)));
}
function isZero(hash2) {
  return /^0+$/.test(digits(hash2));
}
function digits(hash2) {
  return hash2.replace(/^0x/i, "").toLowerCase();
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
function commonOf({ word, srcTxHash }, { srcToken, dstToken }) {
  const isHash = srcTxHash !== null && isTransactionHash(srcToken.blockchain, srcTxHash);
  return {
    destinationBlockchain: dstToken.blockchain,
    providerStatus: foreignReason(word, 40),
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
function keptFor(ms, load) {
  const kept2 = /* @__PURE__ */ new Map();
  return async (key, context) => {
    const known3 = kept2.get(key);
    if (known3 !== void 0 && context.now() - known3.atMs < ms) return known3.value;
    const value = await load(key, context);
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
  const { baseUrl: baseUrl2, list, hasKey } = exchange2;
  const send = async ({ path, query = {}, body: fields, older: older2 }, context, maxBytes) => {
    const search = new URLSearchParams(withoutNulls(query)).toString();
    const body = fields === void 0 ? void 0 : withoutNulls(fields);
    const answer = await context.http.send({
      url: `${baseUrl2}${path}${search === "" ? "" : `?${search}`}`,
      headers: exchange2.headers(body === void 0 ? "" : JSON.stringify(body), context.now()),
      ...body === void 0 ? {} : { method: "POST", body },
      effect: "read",
      signal: context.signal,
      ...maxBytes === void 0 ? {} : { maxBytes }
    });
    return answer.status === 404 && older2 !== void 0 ? send(older2, context) : answer;
  };
  const loadList = keptFor(list.lifeMs ?? usualLifeMs, async (key, context) => {
    const { status, body } = await send(list.call(key), context, listBytes);
    if (status >= 400) throw answerError(exchange2, status, body, hasKey);
    return parseWire(list.wire, body, list.what);
  });
  return {
    askWith: (context) => ({
      context,
      send: (call2) => send(call2, context),
      read: async (call2, wire, what, unknownAt = []) => {
        const { status, body } = await send(call2, context);
        if (unknownAt.includes(status)) return null;
        if (status >= 400) throw answerError(exchange2, status, body, hasKey);
        return parseWire(wire, body, what);
      }
    }),
    listsFor: (context) => (key = "") => loadList(key, context),
    order: async (path, fields, context) => {
      const body = withoutNulls(fields);
      const headers = exchange2.headers(JSON.stringify(body), context.now());
      return sendOrder(exchange2, { url: `${baseUrl2}${path}`, headers, body }, context);
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
function isOtherContract(token, contract) {
  if (token.native || contract == null || contract === "") return false;
  return !isContractOf(token, contract);
}
function checkContracts(exchange2, { src, dst }, { srcToken, dstToken }) {
  const sides = [
    [srcToken, src?.contract, "srcCoin"],
    [dstToken, dst?.contract, "dstCoin"]
  ];
  for (const [token, contract, field] of sides) {
    if (isOtherContract(token, contract)) {
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
function toOrderFacts(amounts, order3, known3, more = {}) {
  return toFacts(known3, {
    receiver: order3.receiver ?? void 0,
    receiverMemo: order3.receiverMemo ?? null,
    ...order3.dstMinAmount == null || known3 === null ? {} : { dstAmount: unitsOf(amounts, order3.dstMinAmount, known3.dstToken) },
    ...more
  });
}
function toReading({ name, rate: { amounts } }, { progress }, known3, statusMap2) {
  const { status } = progress;
  const meaning = progress.statusOverride ?? meaningOf(statusMap2, status);
  const refunds = progress.refundHashes ?? (meaning === "refunded" ? progress.payoutHashes : []);
  const own = typeof progress.note === "function" ? progress.note(known3) : progress.note;
  const note = own ?? partialNote(name, amounts, progress, known3, meaning);
  return {
    word: status,
    meaning,
    srcTxHash: progress.paymentHash ?? null,
    payoutHashes: progress.payoutHashes.filter((hash2) => hash2 != null),
    paysByItself: progress.paysByItself ?? false,
    paidAmount: unitsOf(amounts, progress.paidAmount, known3.srcToken),
    payoutAmount: unitsOf(amounts, progress.payoutAmount, known3.dstToken),
    refundHashes: refunds.filter((hash2) => hash2 != null),
    ...note === null ? {} : { note }
  };
}
function partialNote(name, form, { arrivedAmounts = [] }, { srcToken, srcAmount }, meaning) {
  const isUnderWay = meaning === "confirming" || meaning === "exchanging" || meaning === "held";
  const arrived = sumOf3(form, arrivedAmounts, srcToken);
  if (!isUnderWay || srcAmount === null || arrived === null || arrived === srcAmount) return null;
  const [part, whole] = [arrived, srcAmount].map((sum) => formatAmount(sum, srcToken.decimals));
  return `${part} of ${whole} arrived; ${name} decides what happens to it.`;
}
function sumOf3(form, texts, token) {
  const amounts = texts.flatMap((text4) => unitsOf(form, text4, token) ?? []);
  if (texts.length === 0 || amounts.length < texts.length) return null;
  return amounts.reduce((sum, amount) => sum + amount, 0n);
}
function unitsOf(form, text4, token) {
  return text4 == null ? null : readAmount(form, text4, token, "down");
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
  const { id, rate } = exchange2;
  const { request: request2, src, dst, rateType, receiver: receiver2, refund: refund2, deadlineMs } = wanted2;
  for (const order3 of [created, again2]) checkContracts(exchange2, order3, request2);
  const depositMemo = created.depositMemo ?? null;
  if (rules.memoChains?.has(request2.srcToken.blockchain) === true && (depositMemo ?? "") === "") {
    throw unsafe("D5", exchange2, "returned no memo for a shared address", "depositMemo");
  }
  const toBase = (text4) => readAmount(rate.amounts, text4, request2.dstToken, "down");
  const dstAmount = created.dstAmount == null && wanted2.dstAmount !== null ? wanted2.dstAmount : toBase(created.dstAmount ?? again2.dstAmount ?? "0");
  const usualLeast = rateType === "fixed" ? dstAmount : quote.dstMinAmount;
  const dstMinAmount = created.dstMinAmount == null ? usualLeast : toBase(created.dstMinAmount);
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
  const required = [
    ...readBackFields.filter((field) => !rules.mayOmit.includes(field)),
    ...rules.required?.(again2, dstMinAmount) ?? []
  ];
  const { secondTerms } = again2;
  if (secondTerms !== void 0) {
    compareOrder(exchange2, request2, { ...views, readBack: secondTerms, required: [] });
  }
  return toBuiltOrder(
    exchange2,
    {
      quote,
      parties: { receiver: receiver2, refund: refund2 },
      views: { ...views, readBack: toTerms(again2, rules.mayOmit), required },
      orderId: created.orderId,
      depositAddress: created.depositAddress ?? "",
      depositMemo,
      memoName: created.memoName ?? null,
      memoAsOutput: created.memoAsOutput ?? false,
      dstAmount,
      dstMinAmount,
      expiresAtMs: earliest(created.expiresAtMs, again2.expiresAtMs, deadlineMs) ?? quote.expiresAtMs,
      uniqueInfo: { [rules.numberName ?? `${id}Id`]: created.orderId },
      own: created.own ?? {}
    },
    context
  );
}
function earliest(...times) {
  const known3 = times.filter((time) => time != null);
  return known3.length === 0 ? null : Math.min(...known3);
}
function checkMemoFields(name, { src, dst, receiver: receiver2, refund: refund2 }) {
  for (const [coin, memo] of [
    [dst, receiver2.memo],
    [src, refund2?.memo ?? null]
  ]) {
    if (memo === null || coin.takesMemo !== false) continue;
    throw new SwaprouteError("UNSUPPORTED_RECEIVER", `${name} takes no memo for this coin.`, {
      hint: "Use the plain address of your own wallet."
    });
  }
}
function makeOrder(rules, wanted2, offers, vault) {
  const memo = rules.memo(wanted2, offers);
  const expiresAtMs = earliest(...offers.map((offer) => offer.expiresAtMs));
  const text4 = `${vault} ${memo.depositMemo} ${wanted2.request.srcAmount} ${expiresAtMs ?? ""}`;
  const digest2 = createHash2("sha256").update(text4).digest("hex").slice(0, 20);
  const common = { orderId: `${rules.numberPrefix}-${digest2}`, expiresAtMs };
  const [first, second] = offers.map((offer) => ({ ...rules.terms(offer, wanted2), ...common }));
  const progress = { status: "", paymentHash: null, payoutHashes: [], payoutAmount: null };
  return {
    created: { ...common, ...memo, depositAddress: vault },
    again: {
      ...common,
      ...second,
      ...first === void 0 ? {} : { secondTerms: toTerms(first, rules.mayOmit) },
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
function exactAmount({ name, rate }, { srcAmount, srcToken }, { precision }) {
  const amount = writeAmount(rate.amounts, srcAmount, srcToken);
  if (precision != null && (amount.split(".")[1] ?? "").length > precision) {
    throw new SwaprouteError(
      "TOO_MANY_DECIMALS",
      `${name} cannot take exactly ${amount} ${srcToken.symbol}: it has too many digits.`,
      { hint: `Shorten the amount to ${precision} digits after the point.` }
    );
  }
  const wireAmount = rate.amounts === "number" ? exactNumber(srcAmount, srcToken, name) : amount;
  return { amount, wireAmount };
}
async function allRates({ names: names2 }, ask) {
  const kinds = ["float", "fixed", "market"].flatMap((kind) => {
    const name = names2[kind];
    return name === void 0 ? [] : [ask(kind, name)];
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
  const { name, rate, hasKey } = exchange2;
  const { request: request2, rateType, rateName } = wanted2;
  const { srcToken, dstToken, srcAmount } = request2;
  const limitsCall = rate.limitsCall?.(wanted2);
  const [range, answer] = await Promise.all([
    limitsCall === void 0 ? null : send(limitsCall),
    send(rate.call(wanted2))
  ]);
  const { status, body } = answer;
  const named = range === null ? body : range.status < 400 ? range.body : null;
  const limits = limitsIn(exchange2, named, srcToken);
  const limit = limitError(exchange2, srcAmount, srcToken, limits);
  if (limit !== null) throw limit;
  if (status >= 400) throw refusalError(exchange2, answer, request2, "quote");
  const offer = parseWire(rate.answer(wanted2), body, `The rate of ${name}`);
  if (offer !== null) checkOffer(exchange2, wanted2, offer, context.now());
  const dstAmount = readAmount(rate.amounts, offer?.dstAmount ?? "0", dstToken, "down");
  if (offer === null || dstAmount === 0n) {
    throw rateType === "market" ? noRoute(exchange2) : quoteError(exchange2, status, body, hasKey);
  }
  if ((offer.rateName ?? rateName) !== rateName) throw noRoute(exchange2);
  return { offer, dstAmount, limits: named === null || rate.limits === void 0 ? null : limits };
}
function checkOffer({ name, rate }, { amount, src, dst, request: request2 }, offer, nowMs2) {
  const toBase = (text4) => readAmount(rate.amounts, text4, request2.dstToken, "down");
  const least = offer.dstMinAmount === void 0 ? null : toBase(offer.dstMinAmount);
  const isSound = String(offer.srcAmount ?? amount) === amount && isCoin(offer.src ?? src, src) && isCoin(offer.dst ?? dst, dst) && (offer.expiresAtMs ?? Number.POSITIVE_INFINITY) > nowMs2 && (least === null || least > 0n && least <= toBase(offer.dstAmount));
  if (!isSound) throw new SwaprouteError("UPSTREAM_FAILED", `${name} quoted a different swap.`);
}
function isCoin(told2, coin) {
  return coinKey(told2) === coinKey(coin) || coin.names?.mean(told2.code) === true;
}
async function quoteRate(exchange2, wanted2, ask) {
  const { id, rate } = exchange2;
  const { request: request2, rateType } = wanted2;
  const { offer, dstAmount, limits } = await askRate(exchange2, wanted2, ask);
  const least = offer.dstMinAmount === void 0 ? minimumAfterSlippage(dstAmount, slippageOf(request2, offer)) : readAmount(rate.amounts, offer.dstMinAmount, request2.dstToken, "down");
  const isMarket = rateType === "market";
  return toDepositQuote({
    provider: id,
    request: request2,
    dstAmount,
    guaranteed: isMarket ? least : rateType === "fixed" ? dstAmount : null,
    ...isMarket ? {} : { rateType },
    ...limits === null ? {} : { limits },
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
function refusalError(exchange2, { status, body }, request2, purpose) {
  const { srcToken, srcAmount } = request2;
  const { rate, hasKey } = exchange2;
  const limits = limitsIn(exchange2, body, srcToken);
  const limit = limitError(exchange2, srcAmount, srcToken, limits);
  if (limit !== null) return limit;
  const said = rate.refusal?.(status, body, request2) ?? {};
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
  const words2 = reason === null || reason === "" ? null : reason;
  const envelope = words2 === null ? body : { message: words2 };
  switch (kind ?? (purpose === "quote" ? "no-offer" : "refused")) {
    case "none":
      return noRoute(exchange2, words2 === null ? null : foreignReason(words2));
    case "no-offer":
      return quoteError(exchange2, status, envelope, hasKey);
    case "outage":
      return answerError(exchange2, Math.max(status, 502), envelope, hasKey);
    case "refused":
      return answerError(exchange2, status, envelope, hasKey);
  }
}
function limitsIn(exchange2, body, token) {
  const { limits } = exchange2.rate;
  const parsed = limits === void 0 ? null : z6.safeParse(limits, body);
  return toLimits(exchange2, parsed?.success === true ? parsed.data : {}, token);
}
function toLimits({ rate }, { min, max }, token) {
  const most = readAmount(rate.amounts, max ?? "0", token, "down");
  return {
    min: min == null ? null : readAmount(rate.amounts, min, token, "up"),
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
  const { id, name, coins: coins2, rate, made, pause = realPause } = exchange2;
  const { askWith, listsFor, order: sendFields } = requestsOf(exchange2);
  const { order: kept2 } = exchange2;
  const rules = exchange2.order === void 0 ? exchange2.made : exchange2.order;
  const coinsOf = async ({ srcToken, dstToken }, context) => {
    const load = listsFor(context);
    const src = await coins2.find(srcToken, "src", load, context);
    const dst = await coins2.find(dstToken, "dst", load, context);
    if (src === null || dst === null) throw noRoute(exchange2);
    const isOther = isOtherContract(srcToken, src.contract) || isOtherContract(dstToken, dst.contract);
    if (isOther) throw noRoute(exchange2);
    return { src, dst };
  };
  const wantedOf = async (request2, context) => {
    const pair2 = await coinsOf(request2, context);
    return { request: request2, ...pair2, ...exactAmount(exchange2, request2, pair2.src) };
  };
  const deadlineOf = (request2, context) => rules.lifeMs === void 0 ? null : context.now() + rules.lifeMs(request2);
  const checkListed = async ({ request: request2, src, dst }, context) => {
    for (const [token, coin] of [
      [request2.srcToken, src],
      [request2.dstToken, dst]
    ]) {
      if (token.native || coins2.contractOf === void 0) continue;
      const contract = await coins2.contractOf(coin, listsFor(context));
      if (!isContractOf(token, contract ?? "")) throw noRoute(exchange2);
    }
  };
  const orderOf = async (quote, context) => {
    const { request: request2, dstMinAmount } = quote;
    const { rateType, orderFields: orderFields2 } = readRateState(quote, rate);
    const parties = partiesOf(request2, exchange2, exchange2.parties);
    const wanted2 = {
      ...await wantedOf(request2, context),
      ...parties,
      rateType,
      rateName: rate.names[rateType] ?? "",
      slippageBps: quote.slippageBps,
      deadlineMs: deadlineOf(request2, context),
      offer: null,
      dstAmount: null,
      dstMinAmount
    };
    checkMemoFields(name, wanted2);
    const vault = made === void 0 ? null : await made.vault(request2, askWith(context));
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
    const first = await sent(kept3.body(wanted2));
    const isOlder = first.status === 400 && kept3.olderBody !== void 0;
    const answer = isOlder ? await sent(kept3.olderBody?.(wanted2) ?? {}) : first;
    if (answer.status >= 400) throw refusalError(exchange2, answer, wanted2.request, "order");
    return parseOrder(exchange2, kept3.created, answer.body);
  };
  const find = async (key, context, wanted2) => {
    if (kept2 === void 0) return null;
    const { look } = kept2;
    const ask = askWith(context);
    if (typeof look === "function") return look(key, ask, wanted2);
    return ask.read(look.request(key), look.wire, `The order of ${name}`, look.unknownAt);
  };
  const findOpen = async (...args) => {
    const order3 = await find(...args);
    if (order3?.opening === "failed") {
      throw new SwaprouteError("UPSTREAM_REFUSED", `${name} could not open the order.`);
    }
    return order3?.opening === "pending" ? null : order3;
  };
  const openAndReadBack = async (kept3, { wanted: wanted2, orderFields: orderFields2 }, context) => {
    const created = await open(kept3, wanted2, orderFields2, context);
    const { orderId, depositAddress: depositAddress2, depositMemo = null } = created;
    if (depositAddress2 == null || depositAddress2 === "") throw orderUnknown(exchange2, null, null);
    const key = { orderId, receiver: wanted2.receiver.address, depositAddress: depositAddress2, depositMemo };
    const look = () => findOpen(key, context, wanted2);
    const shown2 = orderId === depositAddress2 ? null : orderId;
    return { created, again: await readBack(exchange2, shown2, look, context, pause) };
  };
  const tokensOf = async ({ src, dst }, context) => {
    const tokenOf3 = async (coin) => coin == null ? null : coins2.tokenOf(coin, listsFor(context), context);
    return [await tokenOf3(src), await tokenOf3(dst)];
  };
  const ownStatus = async (own, ref, context) => {
    const order3 = rules.track === void 0 ? await find(own, context) : await rules.track(own, ref, askWith(context));
    if (order3 === null) return notFound(own);
    const { depositAddress: address, depositMemo: memo } = toTerms(order3, rules.mayOmit);
    checkSameDeposit(exchange2, own, { address, memo });
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
    const tokens2 = await tokensOf(order3, context);
    const known3 = toKnownOrder(rate.amounts, order3, tokens2, receiver2, ref.startedAtMs);
    if (known3 === null) return notFound();
    const reading = toReading(exchange2, order3, known3, exchange2.statusMap);
    const status = await toDepositStatus(exchange2, reading, known3, ref, context);
    return search === void 0 ? status : { ...status, sourceBlockchain: known3.srcToken.blockchain };
  };
  return {
    ids: [id],
    capabilities: {
      recipient: true,
      chargesFee: exchange2.chargesFee ?? true,
      deposit: true,
      crossChain: true
    },
    blockchains: () => coins2.blockchains,
    supports: ({ srcToken, dstToken }) => {
      const isServed = srcToken.blockchain !== dstToken.blockchain && coins2.serves(srcToken, "src") && coins2.serves(dstToken, "dst");
      return isServed ? [id] : [];
    },
    quote: async (request2, _wanted, context) => {
      const parties = rate.parties?.(request2, exchange2);
      const swap = await wantedOf(request2, context);
      await checkListed(swap, context);
      const slippageBps = request2.slippageBps ?? usualSlippageBps;
      const deadlineMs = deadlineOf(request2, context);
      const rates = allRates(rate, (rateType, rateName) => {
        const wanted2 = { ...swap, ...parties, rateType, rateName, slippageBps, deadlineMs };
        return quoteRate(exchange2, wanted2, askWith(context));
      });
      const [quotes] = await Promise.all([rates, made?.vault(request2, askWith(context))]);
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
          const tokens2 = await tokensOf(order3, context);
          const known3 = toKnownOrder(rate.amounts, order3, tokens2, receiver2, null);
          return toOrderFacts(rate.amounts, order3, known3, kept2?.facts?.(order3, claim));
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
function toCoin(chainId, address, decimals) {
  if (chainId == null || address == null) return null;
  const code = /^0x/i.test(address) ? address.toLowerCase() : address;
  return { code, network: String(chainId), decimals };
}
function coinIn(amount) {
  const { chainId, address, decimals } = amount?.currency ?? {};
  return toCoin(chainId, address, decimals);
}
function toOrder(request2, address) {
  const { origin, destination } = request2?.data?.route?.quoted ?? {};
  const [paid, out] = [origin?.inputCurrency, destination?.outputCurrency];
  const place = request2?.depositAddress;
  const orderId = request2?.id ?? address?.requestId ?? "";
  const told2 = { status: request2?.status ?? "", inTxHashes: [], txHashes: [] };
  return {
    isListed: request2 !== null,
    least: out?.minimumAmount ?? null,
    orderId,
    src: coinIn(paid) ?? toCoin(address?.chainId, address?.currency),
    dst: coinIn(out),
    amountToSend: paid?.amount,
    dstAmount: out?.amount,
    depositAddress: place?.address ?? address?.depositAddress,
    receiver: request2?.recipient,
    refundAddress: request2?.refundTo ?? address?.refundTo ?? void 0,
    rateType: place?.type ?? address?.type,
    ...address === null ? {} : { secondTerms: registerTerms(address) },
    progress: toProgress(told2, request2, orderId, out?.amount ?? null)
  };
}
function registerTerms({ chainId, currency, refundTo, ...address }) {
  const coin = toCoin(chainId, currency);
  return {
    orderId: address.requestId,
    srcCoin: coin === null ? void 0 : coinKey(coin),
    depositAddress: address.depositAddress,
    refundAddress: refundTo ?? void 0,
    rateType: address.type
  };
}
function needsRequest({ status, txHashes }) {
  const isMissing = status === "refund" && (txHashes ?? []).length === 0;
  return status === "waiting" || status === "failure" || isMissing;
}
function ownerOf(orderId, requests) {
  let current = requests.find(({ id }) => id === orderId) ?? null;
  for (let step = 0; step < requests.length && current !== null; step += 1) {
    const next = current.supersededByRequestId ?? null;
    const found = requests.find(({ id }) => id === next);
    if (found === void 0) break;
    current = found;
  }
  return current?.status === "waiting" ? requests.find(isPaid) ?? current : current;
}
function isPaid({ status, depositAddress: depositAddress2, data }) {
  const isSeen = depositAddress2?.depositTxHash != null || (data?.inTxs ?? []).length > 0;
  return isSeen && status !== "waiting";
}
function toProgress(told2, request2, orderId, agreed) {
  const isMoved = request2 !== null && request2.id !== orderId;
  const { data = null, depositAddress: depositAddress2 } = request2 ?? {};
  const [status, ...rest] = isMoved ? [request2.status] : [told2.status, told2];
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
  const { baseUrl: baseUrl2, apiKey = null, pause } = options;
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
    const request2 = requests.find(({ id }) => id === orderId) ?? null;
    if (request2?.refundTo != null) return toOrder(request2, null);
    const call2 = { path: "/deposit-addresses/v1", query: { requestId: orderId } };
    const address = await ask.read(call2, addressWire, "The deposit address of Relay", [404]);
    return address === null || isClaim && request2 === null ? null : toOrder(request2, address);
  };
  const readOwner = async (id, address, ask) => {
    try {
      const by = { depositAddress: address, includeChildRequests: "true" };
      return ownerOf(id, await readRequests(by, ask));
    } catch (thrown) {
      if (thrown instanceof SwaprouteError && thrown.code !== "INTERRUPTED") return null;
      throw thrown;
    }
  };
  return depositExchange({
    id: "relay",
    ...names,
    hasKey,
    baseUrl: baseUrl2,
    headers: () => apiKey === null ? {} : { "x-api-key": apiKey },
    pause,
    list: { call: () => ({ path: "/chains" }), wire: chainsWire, what: "The chains of Relay" },
    coins: {
      blockchains,
      serves: ({ blockchain }) => blockchains.includes(blockchain),
      find: async (token, _side, load, context) => coinOf(token, load, context),
      tokenOf: async (coin, _load, context) => tokenOf2(coin, context)
    },
    parties: { takesMemo: false, needsRefund: true },
    rate: {
      names: { market: "EXACT_INPUT" },
      amounts: "units",
      parties: anyParties,
      call: (wanted2) => {
        const body = requestBody(wanted2, hasKey);
        return { path: "/price", body, older: { path: "/quote/v2", body } };
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
        const call2 = { path: "/intents/status/v3", query: { requestId: orderId } };
        const told2 = await ask.read(call2, statusWire, "The status of Relay", [404]);
        if (told2 === null || told2.status === "unknown") return null;
        const request2 = needsRequest(told2) ? await readOwner(orderId, depositAddress2, ask) : null;
        const progress = toProgress(told2, request2, orderId, dstAmount);
        return { orderId, depositAddress: request2?.depositAddress?.address, progress };
      },
      search: {
        isIt: (id) => /^0x[0-9a-fA-F]{64}$/.test(id),
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
      facts: ({ rateType, refundAddress, least }) => ({
        refundAddress: refundAddress ?? void 0,
        ...isKnownType(rateType) ? {} : { srcAmount: void 0 },
        // An open address guarantees only the minimum of its quote.
        ...rateType === "open" ? { dstAmount: least ?? void 0 } : {}
      }),
      number: /^0x[0-9a-fA-F]{64}$/
    },
    statusMap
  });
}
function chainIdOf(blockchain, context) {
  return otherChains[blockchain]?.id ?? context.chainId(blockchain);
}
async function coinOf(token, load, context) {
  const id = chainIdOf(token.blockchain, context);
  if (id === null) return null;
  const native2 = nativeOf(token.blockchain);
  if (!token.native || native2 !== null) return toCoin(id, token.native ? native2 : token.address);
  const chain = (await load()).chains.find((listed2) => listed2.id === id);
  const isClosed = chain?.disabled === true || chain?.depositEnabled === false;
  return isClosed ? null : toCoin(id, chain?.currency?.address);
}
function nativeOf(blockchain) {
  if (isEvmChain(chainById(blockchain))) return zeroAddress;
  return otherChains[blockchain]?.native ?? null;
}
function tokenOf2({ code, network, decimals }, context) {
  const blockchain = blockchains.find((id) => String(chainIdOf(id, context)) === network);
  if (blockchain === void 0 || decimals == null) return null;
  const native2 = nativeOf(blockchain)?.toLowerCase() === code.toLowerCase();
  return { blockchain, address: code, symbol: "", name: "", decimals, listed: false, native: native2 };
}
function requestBody({ request: request2, ...wanted2 }, hasKey) {
  const { src, dst, receiver: receiver2, refund: refund2 } = wanted2;
  const { srcToken, dstToken } = request2;
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
    referrer: hasKey ? request2.referrer : null
  };
}
function toRate({ details: details2 }) {
  const { currencyIn: currencyIn2, currencyOut: currencyOut2, totalImpact, timeEstimate } = details2;
  const percent = Number(totalImpact?.percent ?? Number.NaN);
  return {
    ...outOf(details2),
    srcAmount: currencyIn2.amount,
    src: coinIn(currencyIn2),
    dst: coinIn(currencyOut2),
    durationSeconds: timeEstimate ?? 0,
    // Relay counts a gain as positive; here a loss is.
    priceImpactPercent: Number.isFinite(percent) ? 0 - percent : null
  };
}
function outOf({ currencyOut: currencyOut2 }) {
  const { amount, minimumAmount } = currencyOut2;
  return { dstAmount: amount, dstMinAmount: minimumAmount ?? amount };
}
function toRefusal(_status, body) {
  const parsed = z8.safeParse(errorWire, body);
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
function requiredOf({ rateType, least, isListed }, agreedLeast) {
  if (least !== null && least < agreedLeast) {
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
  if (least === null) {
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
function renamed(method, name) {
  return { ...method, signature: method.signature.replace(/^function \w+/, `function ${name}`) };
}
function mapped(method, change) {
  return { ...method, read: (args, inside) => change(method.read(args, inside)) };
}
function unsafeCall(provider2, what, cause) {
  return new SwaprouteError("UNSAFE_ROUTE", `The call of ${provider2} ${what}. (check E8)`, {
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
function encodeStruct({ types, name, value }) {
  return encodeAbiParameters([parameterOf(types, name, "")], [value]);
}
function decodeStruct(types, name, data) {
  const parameters = [parameterOf(types, name, "")];
  const [value] = decodeAbiParameters(parameters, data);
  if (encodeAbiParameters(parameters, [value]) !== data) return null;
  return { value, hash: hashStruct({ types: copyOf(types), primaryType: name, data: value }) };
}
function parameterOf(types, type, name) {
  const [base = "", list = ""] = type.split(/(?=\[\])/);
  const members = types[base];
  if (members === void 0) return { name, type };
  const components = members.map((member) => parameterOf(types, member.type, member.name));
  return { name, type: `tuple${list}`, components };
}
function copyOf(types) {
  return Object.fromEntries(
    Object.entries(types).map(([name, members]) => [
      name,
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
  decodeFunctionData as decodeFunctionData2,
  encodeAbiParameters as encodeAbiParameters2,
  encodeFunctionData as encodeFunctionData2,
  parseAbi as parseAbi2,
  parseAbiParameters,
  toFunctionSelector
} from "viem";
function readCall(provider2, calls, data) {
  if (!isHexData(data)) throw unsafeCall(provider2, "cannot be read");
  const text4 = `0x${data.slice(2).toLowerCase()}`;
  const within = {
    call: (nested, bytes) => readCall(provider2, nested, bytes),
    values: (types, bytes) => readValues(provider2, types, bytes)
  };
  for (const { signature, read, tail } of calls) {
    const { abi, name, selector } = methodOf(signature);
    if (!text4.startsWith(selector)) continue;
    try {
      const { args = [] } = decodeFunctionData2({ abi, data: text4 });
      const again2 = encodeFunctionData2({ abi, functionName: name, args });
      const rest = text4.startsWith(again2) ? text4.slice(again2.length) : null;
      if (rest === null || !(rest === "" || tail?.test(rest) === true)) {
        throw unsafeCall(provider2, "has data besides its arguments");
      }
      const inside = {
        ...within,
        attached: (types, struct) => readAttached(provider2, types, struct, rest)
      };
      return { method: name, ...read(args.map(inLowerCase), inside) };
    } catch (thrown) {
      if (thrown instanceof SwaprouteError) throw thrown;
      throw unsafeCall(provider2, "cannot be read", thrown);
    }
  }
  throw unsafeCall(
    provider2,
    calls.length === 0 ? "goes to a contract of a different owner" : "uses a method this program does not know"
  );
}
function readValues(provider2, types, data) {
  const parameters = parseAbiParameters(types);
  const text4 = `0x${data.slice(2).toLowerCase()}`;
  const values = decodeAbiParameters2(parameters, text4);
  if (encodeAbiParameters2(parameters, values) !== text4) {
    throw unsafeCall(provider2, "has data besides its arguments");
  }
  return values.map(inLowerCase);
}
function readAttached(provider2, types, name, digits3) {
  const struct = decodeStruct(types, name, `0x${digits3}`);
  if (struct === null) throw unsafeCall(provider2, "has data besides its arguments");
  return { value: inLowerCase(struct.value), hash: struct.hash };
}
function methodOf(signature) {
  const known3 = methods.get(signature);
  if (known3 !== void 0) return known3;
  const abi = parseAbi2([signature]);
  const [item] = abi;
  if (item?.type !== "function") throw new Error(`not the signature of a function: ${signature}`);
  const method = { abi, name: item.name, selector: toFunctionSelector(item) };
  methods.set(signature, method);
  return method;
}
function inLowerCase(value) {
  if (typeof value === "string") return /^0x[\da-f]*$/i.test(value) ? value.toLowerCase() : value;
  if (Array.isArray(value)) return value.map(inLowerCase);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, inLowerCase(one)]));
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
async function readPaidCall(blockchain, hash2, exchange2, context) {
  const { receipt, transaction } = await createEvmReader(context).readStored(blockchain, hash2, {
    recent: true
  });
  const known3 = transaction ?? receipt;
  if (known3 === null) return { kind: "missing" };
  const { from } = known3;
  const to = known3.to ?? null;
  if (to === null || !exchange2.contracts.some((contract) => isSameAddress(contract, to))) {
    return { kind: "foreign" };
  }
  if (receipt === null) return { kind: "waiting" };
  const seen = transaction?.blockHash;
  if (seen !== void 0 && !isSameAddress(seen ?? "", receipt.blockHash)) {
    const note = seen === null ? "The node is still adding the transaction to its block." : "The node contradicts itself about the block of the transaction.";
    return { kind: "waiting", note };
  }
  if (receipt.succeeded === null) return { kind: "waiting" };
  if (!receipt.succeeded) return { kind: "reverted" };
  const call2 = await readAnyCall(exchange2.calls(to), transaction?.input ?? "0x");
  return { kind: "mined", from, to, call: call2, logs: receipt.logs };
}
async function readAnyCall(calls, input) {
  const { readCall: readCall2 } = await Promise.resolve().then(() => (init_readCall(), readCall_exports));
  try {
    return readCall2("the exchange", calls, input);
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
function paidContracts(provider2, id, blockchain, { chainId }) {
  const chainOf3 = (number6) => chainOfNumber(number6, chainId);
  return {
    contracts: provider2.pinned(id, blockchain).targets,
    calls: (to) => proofOf(provider2, "calls")?.calls({ blockchain, to, chainOf: chainOf3 }) ?? [],
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
function nameOf({ name, keyVariable }) {
  return { name, keyVariable: keyVariable ?? null };
}
async function askService(service, ask, request2, context, limits) {
  const answer = await exchange(service, ask, context);
  const refused2 = service.refusal?.(answer.body, request2) ?? null;
  if (refused2 === null && answer.status < 400) return readAnswer2(service, ask, answer.body);
  const meaning = meaningOf2(service, refused2);
  if (meaning !== "AMOUNT_TOO_LOW" && meaning !== "AMOUNT_TOO_HIGH") {
    throw refusedError(service, ask, answer, refused2, meaning);
  }
  const told2 = refused2?.limits ?? (limits === void 0 ? null : await askLimits(service, limits, context));
  throw amountError(service, meaning, request2, told2);
}
async function askOrder(service, ask, context) {
  const { status, body } = await exchange(service, ask, context);
  if (status === 404) return null;
  if (status >= 400) throw answerError(nameOf(service), status, body, service.hasKey);
  return readAnswer2(service, ask, body);
}
async function askLimits(service, ask, context) {
  try {
    return await askOrder(service, ask, context);
  } catch (thrown) {
    if (thrown instanceof SwaprouteError) return null;
    throw thrown;
  }
}
async function exchange({ name, headers = {} }, { url, body, method = body === void 0 ? "GET" : "POST", effect = "read" }, { http, signal }) {
  const answer = await http.send({
    method,
    url,
    headers: { ...headers },
    ...body === void 0 ? {} : { body },
    effect,
    signal
  });
  if (answer.status !== 429) return answer;
  throw new SwaprouteError("RATE_LIMITED", `${name} is limiting requests.`, {
    hint: "Try again later.",
    context: { status: 429 }
  });
}
function readAnswer2({ name }, { read }, body) {
  const envelope = envelopeError(body);
  if (envelope !== null) {
    throw new SwaprouteError("UPSTREAM_FAILED", `${name} answered with an error: "${envelope}".`);
  }
  try {
    return read(body);
  } catch (thrown) {
    if (thrown instanceof SwaprouteError) throw thrown;
    throw new SwaprouteError("UPSTREAM_FAILED", `The answer of ${name} cannot be used.`, {
      cause: thrown
    });
  }
}
function meaningOf2({ refusals = {} }, refused2) {
  const isKnown = refused2 !== null && Object.hasOwn(refusals, refused2.code);
  return isKnown ? refusals[refused2.code] ?? null : null;
}
function amountError(service, meaning, { srcToken }, told2) {
  const name = nameOf(service);
  const [min, max] = meaning === "AMOUNT_TOO_LOW" ? [told2?.min ?? null, null] : [null, told2?.max ?? null];
  const beyond = max === null ? -1n : max + 1n;
  return limitError(name, beyond, srcToken, { min, max }) ?? unnamedLimit(name, meaning, srcToken);
}
function refusedError(service, { refusedIs }, { status, body }, refused2, meaning) {
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
      if (status >= 400) return toError(named, status, body, service.hasKey);
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
  const { name } = bridge;
  const own = readOrderState(ref.providerState);
  const given = ref.srcTxHash !== null && isEvmHash(ref.srcTxHash) ? ref.srcTxHash : null;
  const ownId = own === null || own.orderId === "" ? null : own.orderId;
  const key = { orderId: ownId ?? ref.orderId, hash: given };
  if (key.orderId === null && key.hash === null) return { status: "NOT_FOUND", ...nowhere2 };
  const answer = await askAbout(bridge, key, context);
  const order3 = answer.kind === "known" ? answer.order : null;
  const srcBlockchain = sourceOf(following, order3, own, ref);
  const hash2 = given ?? order3?.srcTxHash ?? null;
  const source = await readSource(following, srcBlockchain, hash2, own, context);
  const place = { sourceBlockchain: srcBlockchain };
  const word = order3 === null ? {} : { providerStatus: foreignReason(order3.status, 40) };
  const still = (note) => ({
    ...waiting(own, ref, context),
    ...place,
    ...word,
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
        note: `The transaction does not call a contract of ${name}.`
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
      answer.kind === "silent" ? `The payment is on the source chain; ${name} does not answer.` : `The payment is on the source chain; ${name} does not list it yet.`
    );
  }
  if (own === null && source.kind === "unreadable") {
    return still(`Without an RPC address for ${srcBlockchain} nothing can be confirmed.`);
  }
  const known3 = own ?? (source.kind === "mined" ? toKnown(source, order3, srcBlockchain, ref) : null);
  if (known3 === null) return still("What was ordered cannot be read from the payment.");
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
  const status = await toDepositStatus(nameOf(bridge), reading, known3, ref, context);
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
  const fits2 = (named, asked) => named === null || asked === null || named.toLowerCase() === asked.toLowerCase();
  return fits2(orderId, key.orderId) && fits2(srcTxHash, key.hash);
}
function sourceOf({ bridge, numberOf }, order3, own, ref) {
  const { srcChain } = order3 ?? {};
  if (own !== null || ref.startedAtMs !== null || srcChain === void 0) return ref.srcBlockchain;
  return bridge.blockchains.find((one) => numberOf(one) === srcChain) ?? ref.srcBlockchain;
}
async function readSource({ bridge: { id }, provider: provider2 }, blockchain, hash2, own, context) {
  if (hash2 === null || !isEvmHash(hash2) || !context.rpc.has(blockchain)) {
    return { kind: "unreadable" };
  }
  const paid = paidContracts(provider2, id, blockchain, context);
  const built = own?.own["contract"];
  const contracts = built === void 0 ? paid.contracts : [...paid.contracts, built];
  return await readPaidCall(blockchain, hash2, { ...paid, contracts }, context);
}
function isPaymentOf({ srcAmount }, { call: call2 }) {
  return call2 === null || call2.amountIn === null || call2.amountIn === srcAmount;
}
function toKnown({ from, call: call2 }, { orderId }, srcBlockchain, { startedAtMs }) {
  if (call2 === null) return null;
  const srcToken = findToken(srcBlockchain, call2.srcToken);
  const dstToken = findToken(call2.dst === "same" ? srcBlockchain : call2.dst, call2.dstToken);
  if (srcToken === null || dstToken === null) return null;
  return {
    orderId: orderId ?? "",
    depositAddress: "",
    depositMemo: null,
    receiver: call2.recipient ?? from,
    refundAddress: call2.refundTo ?? from,
    srcToken: toOrderToken(srcToken),
    dstToken: toOrderToken(dstToken),
    srcAmount: call2.amountIn,
    dstAmount: call2.minOut,
    createdAtMs: startedAtMs,
    expiresAtMs: null,
    own: {}
  };
}
function findToken(blockchain, address) {
  if (address === null) return null;
  const isIt = (token) => isSameAccount(blockchain, token.address, address);
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
async function readDeclaredCall(provider2, id, at2, { chainId }) {
  const { readCall: readCall2 } = await Promise.resolve().then(() => (init_readCall(), readCall_exports));
  const { blockchain, to, data } = at2;
  const chainOf3 = (number6) => chainOfNumber(number6, chainId);
  const calls = proofOf(provider2, "calls")?.calls({ blockchain, to, chainOf: chainOf3 }) ?? [];
  return readCall2(id, calls, data);
}
async function checkBuiltCall(provider2, built, quote, context) {
  const { provider: id, request: request2, swapType, dstMinAmount } = quote;
  const { transaction } = built;
  if (transaction.kind !== "evm") throw refusedCall(id, "E2", "is for another kind of chain");
  const { blockchain } = request2.srcToken;
  checkContracts2(provider2.pinned(id, blockchain), transaction, quote);
  checkValue(provider2.pinned(id, blockchain), transaction, built, quote);
  if (proofOf(provider2, "opaque") !== null) {
    if (swapType !== "on-chain") throw refusedCall(id, "E8", "crosses chains and cannot be read");
    if (built.dstMinAmount < dstMinAmount) throw refusedCall(id, "E9", lessThanAccepted);
    return null;
  }
  const call2 = await readDeclaredCall(provider2, id, { ...transaction, blockchain }, context);
  checkTerms(call2, built, quote);
  checkPowers(call2, quote);
  return call2;
}
function checkContracts2({ targets, spenders }, { to, approvalAddress }, { provider: id, request: request2 }) {
  if (!isOneOf2(to, targets))
    throw refusedCall(id, "E2", `goes to ${to}, which is not one of its contracts`);
  if (approvalAddress === null) return;
  if (request2.srcToken.native) {
    throw refusedCall(id, "E3", "asks for an approval of a native coin, which needs none");
  }
  if (!isOneOf2(approvalAddress, spenders)) {
    throw refusedCall(id, "E3", `asks to approve ${approvalAddress}`);
  }
}
function checkValue({ mostFixedFee = 0n }, { value }, { fees }, { provider: id, request: request2, fees: quoted2 }) {
  const { srcToken, srcAmount } = request2;
  const fee = fees.protocolFixed + fees.providerFixed;
  if (value !== (srcToken.native ? srcAmount : 0n) + fee) {
    throw refusedCall(id, "E5", `sends ${value} native units`);
  }
  if (fee > mostFixedFee) {
    throw refusedCall(id, "E5", "takes a fixed fee that is not known for this provider");
  }
  if (fee > mulDivDown(quoted2.protocolFixed + quoted2.providerFixed, 102n, 100n)) {
    throw refusedCall(id, "E5", "takes a fee that rose by more than 2% since the quote");
  }
}
function checkTerms(call2, { dstMinAmount }, { provider: id, request: request2, swapType, dstMinAmount: acceptedMin }) {
  const { srcToken, dstToken, srcAmount, fromAddress, receiver: receiver2, refundAddress } = request2;
  const refuse2 = (check, what) => refusedCall(id, check, what);
  const { blockchain } = dstToken;
  const crossChain = swapType === "cross-chain";
  const payee = receiver2 ?? fromAddress ?? "";
  const paid = call2.recipient ?? fromAddress ?? "";
  if (!isSameAccount(blockchain, paid, payee)) {
    throw refuse2("E8", `pays ${paid} instead of the receiver`);
  }
  if (call2.dst !== (crossChain ? blockchain : "same")) {
    throw refuse2("E8", call2.dst === "same" ? "pays out on its own chain" : `pays on ${call2.dst}`);
  }
  if (!isOneOf2(call2.srcToken ?? "", namesOf(srcToken)))
    throw refuse2("E8", "spends a different token");
  const bought = crossChain ? namesOf(dstToken) : [dstToken.address];
  const fits2 = call2.dstIsCoin === true && dstToken.native || bought.some((name) => isSameAccount(blockchain, name, call2.dstToken ?? ""));
  if (!fits2) throw refuse2("E8", "pays a different token");
  const spent = call2.amountIn ?? (srcToken.native ? srcAmount : null);
  if (spent !== srcAmount) throw refuse2("E5", "spends a different amount");
  if (call2.refundTo !== null && !isOneOf2(call2.refundTo, [fromAddress ?? "", refundAddress ?? ""])) {
    throw refuse2("E8", `would pay a refund to ${call2.refundTo}`);
  }
  if ((call2.minOut ?? 0n) < dstMinAmount) throw refuse2("E9", "guarantees less than it claims");
  if (dstMinAmount < acceptedMin) throw refuse2("E9", lessThanAccepted);
}
function checkPowers({ powers = [] }, { provider: id, request: request2 }) {
  const { srcToken, dstToken, fromAddress, receiver: receiver2, refundAddress } = request2;
  const payer2 = [fromAddress ?? "", refundAddress ?? ""];
  const payee = receiver2 ?? fromAddress ?? "";
  for (const { may, holder, blockchain } of powers) {
    const own = [
      ...blockchain === srcToken.blockchain ? payer2 : [],
      ...blockchain === dstToken.blockchain ? [payee] : []
    ];
    if (own.some((account2) => isSameAccount(blockchain, account2, holder))) continue;
    throw refusedCall(id, "E8", `lets ${holder} ${may} the order`);
  }
}
function checkTimes({ deadlineSeconds, exclusive }, { provider: id, swapType }, nowMs2) {
  const now = BigInt(Math.floor(nowMs2 / 1e3));
  if (deadlineSeconds !== void 0) {
    const left = deadlineSeconds - now;
    if (left < leastSecondsLeft) throw refusedCall(id, "E8", "expires before it can be mined");
    if (left > mostSecondsLeft[swapType]) {
      throw refusedCall(id, "E8", "stays valid far longer than such a swap takes");
    }
  }
  if (exclusive === void 0) return;
  const seconds = exclusive.isPeriod ? exclusive.until : exclusive.until - now;
  if (seconds <= mostExclusiveSeconds) return;
  throw refusedCall(id, "E8", `could be filled by ${exclusive.relayer} alone for ${seconds}s`);
}
function refusedCall(id, check, what) {
  return new SwaprouteError("UNSAFE_ROUTE", `The transaction of ${id} ${what}. (check ${check})`, {
    hint: "Nothing was signed. Get a new quote, or choose another provider with --provider.",
    context: { check }
  });
}
function namesOf({ native: native2, blockchain, address }) {
  const { wrappedNative } = chainById(blockchain);
  return native2 && wrappedNative !== null ? [address, wrappedNative] : [address];
}
function isOneOf2(address, list) {
  return list.some((one) => isSameAddress(one, address));
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
function wordOf({ coins: coins2 = {} }, token) {
  const { native: native2, blockchain, address } = token;
  return native2 ? coins2[blockchain] ?? coins2["*"] ?? zeroAddress : address;
}
function callsProof(service, declared, blockchains2, ownNumbers = {}) {
  const chainOf3 = (number6, site) => {
    const isOwn = (id) => ownNumbers[id] !== void 0 && BigInt(ownNumbers[id]) === number6;
    const own = blockchainIds.find(isOwn);
    if (own !== void 0) return own;
    const found = site.chainOf(number6);
    return found === null || ownNumbers[found] !== void 0 ? null : found;
  };
  return {
    kind: "calls",
    calls: (site) => {
      const { blockchain, to } = site;
      const { targets } = contractsOf(service, blockchain);
      const isTheirs = targets.some((target) => isSameAddress(target, to));
      if (!isTheirs || !blockchains2.includes(blockchain)) return [];
      const inService = { ...site, chainOf: (number6) => chainOf3(number6, site) };
      return declared(inService).map(
        (call2) => mapped(call2, (terms2) => inOurWords(service, blockchain, terms2))
      );
    }
  };
}
function inOurWords(service, blockchain, terms2) {
  const token = (word, chain) => {
    if (word === null) return null;
    const coin = nativeToken(chain);
    if (isSameAccount(chain, word, wordOf(service, coin))) return coin.address;
    if (isSameAccount(chain, word, coin.address) || isSameAddress(word, zeroAddress)) {
      throw unsafeCall(service.name, "does not say which token it means");
    }
    return word;
  };
  return {
    ...terms2,
    srcToken: token(terms2.srcToken, blockchain),
    dstToken: token(terms2.dstToken, terms2.dst === "same" ? blockchain : terms2.dst)
  };
}
function integratorOf({
  integratorAddress: address,
  integratorFeeBps: feeBps
}) {
  return address === null || feeBps === 0 ? null : { address, feeBps };
}
function soundOffers(service, offers, check) {
  const sound = [];
  let refusal3 = null;
  for (const offer of "dstAmount" in offers ? [offers] : offers) {
    if (sound.some(({ variant }) => variant === offer.variant)) continue;
    try {
      check(offer);
      sound.push(offer);
    } catch (thrown) {
      if (!(thrown instanceof SwaprouteError)) throw thrown;
      refusal3 ??= thrown;
    }
  }
  if (sound.length > 0) return sound;
  throw refusal3 ?? noRoute(nameOf(service));
}
function sameOffer({ name }, offers, { providerState }) {
  const offer = offers.find(({ variant = null }) => variant === providerState);
  if (offer !== void 0) return offer;
  throw new SwaprouteError("PRICE_MOVED", `${name} no longer makes this offer.`, {
    hint: "Nothing was paid. Get a new quote and accept it."
  });
}
function checkOffer2(service, offer, request2) {
  const { srcToken, dstToken, srcAmount } = request2;
  const isAsked = offer.srcAmount === srcAmount && isSameAccount(srcToken.blockchain, offer.srcToken, wordOf(service, srcToken)) && isSameAccount(dstToken.blockchain, offer.dstToken, wordOf(service, dstToken));
  if (!isAsked || offer.dstAmount <= 0n) {
    throw new SwaprouteError(
      "UPSTREAM_FAILED",
      `${service.name} returned an offer for a different swap.`,
      { context: { fault: "echo" } }
    );
  }
  const { limits = { min: null, max: null } } = offer;
  const outside = limitError(nameOf(service), srcAmount, srcToken, limits);
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
function toEvmQuote(service, request2, offer, terms2) {
  const { id } = service;
  const { srcToken, dstToken, srcAmount } = request2;
  const { dstAmount } = offer;
  const { dstMinAmount, durationSeconds, swapType } = terms2;
  const [spender = null] = contractsOf(service, srcToken.blockchain).spenders;
  return {
    provider: id,
    swapType,
    executionKind: "evm",
    request: request2,
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
        provider: id,
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
function feesOf({ gas, fixedFee = 0n, feePercent }, token) {
  const percent = feePercent === void 0 ? null : { percent: feePercent, token };
  return { gas, protocolFixed: 0n, providerFixed: fixedFee, percent };
}
async function toBuiltSwap(provider2, { to, data: bare, value, spender, chainId, order: order3 }, more, quote, context) {
  const { srcToken } = quote.request;
  if (chainId !== void 0 && chainId !== context.chainId(srcToken.blockchain)) {
    throw refusedCall(quote.provider, "E1", `is for chain ${chainId}`);
  }
  const approvalAddress = srcToken.native ? null : toChecksumAddress(spender);
  const data = order3 === void 0 ? bare : `${bare}${await digitsOf2(order3)}`;
  const built = {
    transaction: { kind: "evm", to: toChecksumAddress(to), data, value, approvalAddress },
    ...more
  };
  const call2 = await checkBuiltCall(provider2, built, quote, context);
  if (call2 !== null) checkTimes(call2, quote, context.now());
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
  const { id, blockchains: blockchains2, ownNumbers = {}, rounding = 0n } = bridge;
  const name = nameOf(bridge);
  const numberOf = (blockchain, context) => {
    const number6 = ownNumbers[blockchain] ?? context.chainId(blockchain);
    return number6 === null ? null : String(number6);
  };
  const numberOrRefuse = (blockchain, context) => {
    const number6 = numberOf(blockchain, context);
    if (number6 !== null) return number6;
    throw noRoute(name);
  };
  const contractsAt = (blockchain) => blockchains2.includes(blockchain) ? contractsOf(bridge, blockchain) : { targets: [], spenders: [] };
  const askedOf = (request2, context) => ({
    srcChain: numberOrRefuse(request2.srcToken.blockchain, context),
    dstChain: numberOrRefuse(request2.dstToken.blockchain, context),
    srcToken: wordOf(bridge, request2.srcToken),
    dstToken: wordOf(bridge, request2.dstToken),
    srcAmount: String(request2.srcAmount),
    sender: request2.fromAddress,
    slippageBps: request2.slippageBps ?? defaultSlippageBps.bridge,
    integrator: integratorOf(request2)
  });
  const check = (offer, asked, request2) => {
    checkOffer2(bridge, offer, request2);
    const { srcChain = asked.srcChain, dstChain = asked.dstChain, dstAmount, dstMinAmount } = offer;
    const isAsked = srcChain === asked.srcChain && dstChain === asked.dstChain;
    if (isAsked && dstMinAmount > 0n && dstMinAmount <= dstAmount) return;
    const text4 = `${bridge.name} returned an offer for a different swap.`;
    throw new SwaprouteError("UPSTREAM_FAILED", text4, { context: { fault: "echo" } });
  };
  const offersFor = async (request2, context) => {
    const asked = askedOf(request2, context);
    const limits = bridge.limits?.(asked);
    const told2 = await askService(bridge, bridge.quote(asked), request2, context, limits);
    return soundOffers(bridge, told2, (offer) => check(offer, asked, request2));
  };
  const provider2 = {
    ids: [id],
    capabilities: {
      recipient: bridge.recipient ?? true,
      chargesFee: bridge.chargesFee ?? false,
      deposit: false,
      crossChain: true
    },
    blockchains: () => blockchains2,
    supports: ({ srcToken, dstToken }) => srcToken.blockchain !== dstToken.blockchain && contractsAt(srcToken.blockchain).targets.length > 0 && blockchains2.includes(dstToken.blockchain) && (ownNumbers[dstToken.blockchain] !== void 0 || isEvm(dstToken.blockchain)) ? [id] : [],
    quote: async (request2, _wanted, context) => {
      const offers = await offersFor(request2, context);
      const isTight = ({ dstAmount, dstMinAmount }) => dstMinAmount >= leastAccepted(dstAmount, request2.slippageBps, "bridge");
      const quotes = offers.filter(isTight).map((offer) => {
        const { dstMinAmount, durationSeconds } = offer;
        const terms2 = { swapType: "cross-chain", dstMinAmount, durationSeconds };
        return toEvmQuote(bridge, request2, offer, terms2);
      });
      if (quotes.length > 0) return { quotes, failed: [] };
      throw noRoute(name, "The guaranteed amount is below the accepted slippage.");
    },
    pinned: (_id, blockchain) => contractsAt(blockchain),
    proofs: [callsProof(bridge, bridge.calls, blockchains2, ownNumbers)],
    build: async (quote, context) => {
      const { request: request2, dstMinAmount: acceptedMin } = quote;
      const sender = payerOf(request2);
      const rules = { takesMemo: false, needsRefund: true };
      const { receiver: receiver2, refund: refund2 } = partiesOf(request2, name, rules);
      const asked = askedOf(request2, context);
      const price2 = bridge.pricesFirst === true ? sameOffer(bridge, await offersFor(request2, context), quote) : null;
      const slippageBps = price2 === null ? asked.slippageBps : remainingSlippageBps(name, acceptedMin, price2.dstAmount - rounding);
      const accounts = {
        sender,
        recipient: receiver2.address,
        refundAddress: refund2?.address ?? sender,
        variant: typeof quote.providerState === "string" ? quote.providerState : null
      };
      const ask = bridge.build({ ...asked, ...accounts, slippageBps }, price2);
      const call2 = await askService(bridge, ask, request2, context);
      const { offer, orderId } = call2;
      check(offer, asked, request2);
      if (orderId !== null && !orderIdShape.test(orderId)) {
        throw new SwaprouteError(
          "UPSTREAM_FAILED",
          `${bridge.name} returned an order id of unknown form.`
        );
      }
      const { dstAmount, dstMinAmount } = offer;
      if (dstMinAmount < acceptedMin) throw priceMoved(name, acceptedMin, dstMinAmount);
      const more = {
        dstAmount,
        dstMinAmount,
        fees: feesOf(offer, request2.srcToken),
        orderId,
        uniqueInfo: orderId === null ? {} : { [`${id}Id`]: orderId },
        providerState: writeOrderState({
          orderId: orderId ?? "",
          depositAddress: "",
          depositMemo: null,
          receiver: receiver2.address,
          refundAddress: accounts.refundAddress,
          srcToken: toOrderToken(request2.srcToken),
          dstToken: toOrderToken(request2.dstToken),
          srcAmount: request2.srcAmount,
          dstAmount,
          createdAtMs: context.now(),
          expiresAtMs: null,
          own: { contract: call2.to }
        })
      };
      return await toBuiltSwap(provider2, call2, more, quote, context);
    },
    status: (_id, ref, context) => bridgeStatus(
      { bridge, provider: provider2, numberOf: (chain) => numberOf(chain, context) },
      ref,
      context
    )
  };
  return provider2;
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
      ([depositor, id], inside) => toTerms2(site, { depositor, id, token: zeroAddress, amount: null }, inside),
      anyOrder
    ),
    call(
      "function depositErc20(address depositor, address token, uint256 amount, bytes32 id)",
      ([depositor, token, amount, id], inside) => toTerms2(site, { depositor, id, token, amount }, inside),
      anyOrder
    )
  ];
}
function toTerms2({ blockchain }, { depositor, id, token, amount }, inside) {
  const { value, hash: hash2 } = inside.attached(orderTypes, "Order");
  const parsed = z9.safeParse(orderValue, value);
  if (hash2 !== id || !parsed.success) throw odd("commits to an order other than the one behind it");
  const { payment, refunds, out, output } = soleTerms(parsed.data);
  const dst = chainOf2(output.chainId);
  if (chainOf2(payment.chainId) !== blockchain) throw odd("pays for an order on another chain");
  if (payment.currency !== token) throw odd("pays an order of another token");
  if (amount !== null && amount !== payment.amount) throw odd("does not pay what its order says");
  const back = refunds.find(({ chainId }) => chainId === payment.chainId)?.recipient;
  if (back === void 0) throw odd("has an order without a refund");
  for (const refund2 of refunds) {
    const isHere = refund2.chainId === payment.chainId;
    const fits2 = isHere ? refund2.currency === token && refund2.recipient === back : refund2.chainId === output.chainId && refund2.currency === out.currency && [back, out.recipient].includes(refund2.recipient);
    if (!fits2) throw odd("would pay a refund to another account, or in another token");
  }
  return {
    recipient: out.recipient,
    srcToken: token,
    dstToken: out.currency,
    amountIn: payment.amount,
    minOut: out.minimumAmount,
    dst,
    refundTo: back,
    // The zero address stands for the payer.
    ...depositor === zeroAddress ? {} : { powers: [{ may: "claim", holder: depositor, blockchain }] },
    deadlineSeconds: BigInt(output.deadline)
  };
}
function soleTerms({ version, solverChainId, solver: by, inputs, output, fees }) {
  const [input, ...moreInputs] = inputs;
  const [out, ...moreOuts] = output.payments;
  if (version !== "v1") throw odd("has an order of an unknown version");
  if (solverChainId !== solver.chainId || by !== solver.address) {
    throw odd("has an order for an unknown solver");
  }
  if (input === void 0 || out === void 0 || moreInputs.length + moreOuts.length > 0) {
    throw odd("has an order with several payments");
  }
  if (fees.length > 0) throw odd("pays a fee to a third party");
  if (output.calls.length > 0) throw odd("calls a contract on delivery");
  for (const { extraData } of [output, ...input.refunds]) {
    const isKnown = fillContracts.some((one) => extraData === `0x${one.slice(2).padStart(64, "0")}`);
    if (extraData !== "0x" && !isKnown)
      throw odd("has an order to be filled by an unknown contract");
  }
  return { payment: input.payment, refunds: input.refunds, out, output };
}
function chainOf2(name) {
  const blockchain = chainNames.get(name);
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
        ([id, name]) => isBlockchainId(id) ? [[name, id]] : []
      )
    );
    signedChains = [...chainNames.values()];
    fillContracts = relay_default.routers;
    anyOrder = /^[\da-f]+$/;
  }
});

// src/providers/relay/signed.ts
import * as z10 from "zod/mini";
function createSignedRelay({ baseUrl: baseUrl2, apiKey = null }) {
  const hasKey = apiKey !== null;
  const body = (asked, recipient, refundTo) => ({
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
      signedChains.map((id) => [id, withOlder.includes(id) ? older : depository])
    ),
    pricesFirst: true,
    quote: (asked) => ({
      url: `${baseUrl2}/price`,
      body: body(asked, asked.sender ?? nobody, asked.sender ?? nobody),
      read: (answer) => toOffer(parseWire(offerWire, answer, "The price of Relay"))
    }),
    build: (asked) => ({
      url: `${baseUrl2}/quote/v2`,
      body: {
        ...body(asked, asked.recipient, asked.refundAddress),
        protocolVersion: "v2",
        explicitDeposit: true,
        includeProtocolData: true,
        ttl: orderSeconds
      },
      read: (answer) => {
        const wire = parseWire(builtWire, answer, "The quote of Relay");
        const { to, data, value, chainId, orderId } = depositOf(wire.steps);
        const order3 = {
          types: orderTypes,
          name: "Order",
          value: wire.protocol.v2.orderData
        };
        const chain = chainId == null ? {} : { chainId };
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
    findOrder: findOrder(baseUrl2, hasKey),
    statusMap: { ...statusMap, [withoutRefund]: "needs_user" }
  });
}
function depositOf(steps) {
  const parsed = steps.map((step2) => parseWire(stepWire, step2, "The quote of Relay"));
  const [step, ...more] = parsed.filter(({ id }) => id !== "approve");
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
  const percent = Number(totalImpact?.percent ?? Number.NaN);
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
    ...Number.isFinite(percent) ? { priceImpactPercent: 0 - percent } : {}
  };
}
function findOrder(baseUrl2, hasKey) {
  return async ({ orderId, hash: hash2 }, ask) => {
    const listed2 = orderId !== null || hash2 === null || !hasKey ? null : await ask({
      url: `${baseUrl2}/requests/v3?${new URLSearchParams({ term: hash2, limit: "1" }).toString()}`,
      read: (answer) => parseWire(requestsWire, answer, "The requests of Relay").requests
    });
    const number6 = orderId ?? listed2?.[0]?.id ?? null;
    if (number6 === null) return null;
    return await ask({
      url: `${baseUrl2}/intents/status/v3?${new URLSearchParams({ requestId: number6 }).toString()}`,
      read: (answer) => {
        const told2 = parseWire(toldWire, answer, "The status of Relay");
        if (told2.status === "unknown") return null;
        const { status, inTxHashes, txHashes, failReason, refundFailReason } = told2;
        const hashes2 = txHashes ?? [];
        const isStuck = isReason(refundFailReason) && !(status === "refund" && hashes2.length > 0);
        return {
          orderId: number6,
          status: isStuck ? withoutRefund : status,
          ...told2.originChainId == null ? {} : { srcChain: String(told2.originChainId) },
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

// test/providers/relay/signed.ts
import { encodeFunctionData as encodeFunctionData3, hashStruct as hashStruct2, parseAbi as parseAbi3 } from "viem";
function idOf(order3) {
  const types = Object.fromEntries(
    Object.entries(orderTypes).map(([name, members]) => [name, [...members]])
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
  const head = ({ depositor, token, amount, id, order: order3 }) => {
    const last = id ?? idOf(order3);
    return encodeCall(signature, isNative ? [depositor, last] : [depositor, token, amount, last]);
  };
  const argumentsIn2 = (data, order3) => {
    const args = decodeCall(signature, data);
    const id = args.at(-1);
    const own = idOf(order3) === id ? {} : { id };
    const [depositor, token, amount] = args;
    return isNative ? { depositor, order: order3, ...own } : { depositor, token, amount, order: order3, ...own };
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
    readBody: (body) => {
      const { salt, ...order3 } = numbersIn(body.protocol.v2.orderData);
      const { data } = body.steps[place].items[0].data;
      return argumentsIn2(data, { ...order3, salt: BigInt(salt) });
    },
    writeBody: (body, args) => {
      body.steps[place].items[0].data.data = head(args);
      body.protocol.v2.orderData = printOrder(args.order);
    }
  };
}
function numbersIn(order3) {
  return JSON.parse(
    JSON.stringify(order3),
    (_key, value) => typeof value === "string" && /^\d+$/.test(value) ? BigInt(value) : value
  );
}
function swapOf(src, dst, srcAmount, out) {
  const isNative = src.native;
  const wordOf3 = ({ address }) => address.toLowerCase();
  const asked = {
    originChainId: 8453,
    destinationChainId: 42161,
    originCurrency: src.address,
    destinationCurrency: dst.address,
    amount: String(srcAmount),
    tradeType: "EXACT_INPUT",
    disableOriginSwaps: true
  };
  const least = out * 99n / 100n;
  const details2 = {
    currencyIn: { currency: { chainId: 8453, address: wordOf3(src) }, amount: String(srcAmount) },
    currencyOut: {
      currency: { chainId: 42161, address: wordOf3(dst) },
      amount: String(out),
      minimumAmount: String(least)
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
        { recipient: bob, currency: wordOf3(dst), minimumAmount: least, expectedAmount: out }
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
  const price2 = {
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
      price2,
      price2,
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
      ["a signature", "E8", ({ body }) => body.steps.at(-1).kind = "signature"],
      ["another transaction", "E8", ({ body }) => body.steps.push(body.steps.at(-1))],
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
      tokenOf("BASE", "USDC"),
      tokenOf("ARBITRUM", "USDT"),
      100000000n,
      99950900n
    );
    coins = swapOf(
      tokenOf("BASE", "ETH"),
      tokenOf("ARBITRUM", "ETH"),
      10n ** 16n,
      9987669548275956n
    );
  }
});

// test/providers/depositHostile.ts
var hostile;
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
    bitcoin = tokenOf("BITCOIN", "BTC");
    usdc = tokenOf("ETH", "USDC");
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
  return ({ call: call2, request: request2 }) => call2.includes(part) && request2.method === method;
}
function asksWith(end, fits2) {
  return ({ call: call2, request: { body } }) => call2.endsWith(end) && fits2(typeof body === "object" && body !== null ? { ...body } : {});
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
        ["another amount", (body) => body.details.currencyIn.amount = "1", "UPSTREAM_FAILED"],
        [
          "another coin",
          (body) => body.details.currencyOut.currency.address = evm("other"),
          "UPSTREAM_FAILED"
        ],
        [
          "another chain",
          (body) => body.details.currencyOut.currency.chainId = 8453,
          "UPSTREAM_FAILED"
        ],
        [
          "more at least than expected",
          (body) => body.details.currencyOut.minimumAmount = "9999999999",
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
        srcCoin: (body) => body.requests[0].data.route.quoted.origin.inputCurrency.currency.address = btc("mallory"),
        dstCoin: (body) => body.requests[0].data.route.quoted.destination.outputCurrency.currency.chainId = 10,
        amountToSend: (body) => body.requests[0].data.route.quoted.origin.inputCurrency.amount = "15000000",
        depositAddress: (body) => body.requests[0].depositAddress.address = btc("mallory"),
        receiver: (body) => body.requests[0].recipient = evm("mallory"),
        refundAddress: (body) => body.requests[0].refundTo = btc("mallory"),
        rateType: (body) => body.requests[0].depositAddress.type = "custodial",
        dstAmount: (body) => body.requests[0].data.route.quoted.destination.outputCurrency.amount = "1"
      },
      redirect: (body, address) => {
        if (body.steps !== void 0) body.steps[0].depositAddress = address;
        else if (body.requests === void 0) body.depositAddress = address;
        else body.requests[0].depositAddress.address = address;
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
        done: (hash2) => ({ status: "success", txHashes: hash2 === null ? [] : [hash2] }),
        refunded: (hash2) => ({ status: "refund", txHashes: hash2 === null ? [] : [hash2] }),
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
        told: (status, { paid, payout, refund: back } = {}) => [
          {
            path: `/intents/status/v3?requestId=${requestId}`,
            body: {
              status,
              inTxHashes: paid === void 0 ? [] : [paid],
              txHashes: [payout, back].filter((one) => one !== void 0),
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
        foreign: [["another payment", (body) => body.inTxHashes = [hash("other")]]]
      },
      more: { "native coins": coins }
    };
  }
});

// shim:cases
var callCases;
var init_cases = __esm({
  "shim:cases"() {
    init_relay_case();
    callCases = [["relay", callCase], ...Object.entries(callCase.more ?? {}).map(([w, m]) => ["relay, " + w, { ...callCase, ...m }])];
  }
});

// test/campaign/support/wanted.ts
function wanted(cases) {
  const { only } = inject("campaign");
  return cases.filter(([name]) => only === void 0 || name.split(", ")[0] === only);
}
var init_wanted = __esm({
  "test/campaign/support/wanted.ts"() {
    "use strict";
    init_vitest();
  }
});

// test/providers/minedCall.ts
async function minedCall(it, baseUrl2 = serviceUrl) {
  const { request: request2 } = it;
  const { srcToken, dstToken, srcAmount, fromAddress, receiver: receiver2 } = request2;
  const provider2 = it.create(baseUrl2);
  const [id] = provider2.ids;
  if (id === void 0) throw new Error("no identifier");
  const tape = play(baseUrl2, it.honest);
  const quote = await quoteOf(provider2, request2, tape.context);
  const built = await provider2.build(quote, tape.context);
  if (built.transaction.kind !== "evm") throw new Error("no transaction");
  const transaction = built.transaction;
  const { to, data, value } = transaction;
  const accepted = {
    payer: fromAddress,
    receiver: receiver2,
    srcAmount,
    minimum: quote.dstMinAmount,
    value
  };
  const topic = (address) => `0x${address.slice(2).toLowerCase().padStart(64, "0")}`;
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
  const shownBy = ({ payout = {}, refund: refund2 = {}, paid = {} }) => {
    const paidOut = { token: dstToken, to: receiver2, amount: built.dstAmount, hash: hashes.payout };
    const back = { token: srcToken, to: fromAddress, amount: srcAmount, hash: hashes.refund };
    const { status = "0x1", ...other } = paid ?? {};
    const mined = status === null ? null : { ...receipt, ...other, status };
    return {
      ...payout === "missing" ? {} : evmPayment({ ...paidOut, ...payout }),
      ...refund2 === "missing" ? {} : evmPayment({ ...back, ...refund2 }),
      [rpcKey(srcToken.blockchain, "eth_getTransactionReceipt", [hashes.paid])]: paid === null ? null : mined,
      [rpcKey(srcToken.blockchain, "eth_getTransactionByHash", [hashes.paid])]: paid === null ? null : { ...sent, ...other }
    };
  };
  const follow = (http, change = {}, more = {}) => {
    const shown2 = shownBy(change);
    const { context } = play(serviceUrl, []);
    const rpc = {
      has: () => change.blind !== true,
      call: async (chain, method, params) => shown2[rpcKey(chain, method, params)] ?? null,
      batch: async (chain, calls) => calls.map(({ method, params }) => {
        return { ok: true, result: shown2[rpcKey(chain, method, params)] ?? null };
      })
    };
    const atMs = context.now() + 6e4;
    return provider2.status(id, { ...ref, ...more }, { ...context, http, rpc, now: () => atMs });
  };
  return {
    provider: provider2,
    quote,
    built,
    accepted,
    hashes,
    transaction,
    receipt,
    sent,
    follow,
    ask: (batch, more = {}) => {
      const { context } = play(serviceUrl, [], { nodes: [srcToken.blockchain] });
      return provider2.status(
        id,
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
      const one = list[below(list.length)];
      if (one === void 0) throw new Error("nothing to pick from");
      return one;
    },
    bytes: (length) => Uint8Array.from({ length }, () => below(256)),
    shuffled: (list) => list.map((one) => ({ one, at: next() })).toSorted((a, b) => a.at - b.at).map(({ one }) => one)
  });
}
var init_random = __esm({
  "test/campaign/support/random.ts"() {
    "use strict";
  }
});

// test/campaign/support/row.ts
function defineRow(facts, body) {
  const { size, seed } = inject("campaign");
  const minutes = facts.limitMinutes?.[size] ?? (size === "fast" ? 5 : 60);
  test(
    `row ${facts.number}: ${facts.title} (${size}, seed ${seed})`,
    { timeout: minutes * 6e4 },
    async ({ task }) => {
      const { row, result } = createRow(facts, size, seed);
      task.meta.row = result;
      await body(row);
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
  const { number: number6, title } = facts;
  const result = {
    number: number6,
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
  const failed = (name, problem) => {
    result.run += 1;
    result.failed += 1;
    keep(`${name}: ${problem}`);
  };
  const row = {
    size,
    seed,
    random: createRandom(seed + number6),
    sized: (sizes) => sizes[size],
    check: async (name, body) => {
      try {
        await body();
      } catch (thrown) {
        failed(name, messageOf(thrown));
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
    twin: async (name, body) => {
      result.twins.run += 1;
      try {
        await body();
      } catch (thrown) {
        keep(`honest twin ${name}: ${messageOf(thrown)}`);
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

// src/core/routeRequest.ts
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
function isAmong(address, list) {
  return list.some((other) => isSameAddress(address, other));
}
var init_unsafe = __esm({
  "src/execution/checks/unsafe.ts"() {
    "use strict";
    init_addresses2();
    init_errors();
  }
});

// src/execution/checks/amounts.ts
function checkMinimum(facts) {
  const { dstToken, decodedMin, claimedMin, acceptedMin, because = "", minReceive } = facts;
  const refuse2 = (what, amount, floor, why) => {
    if (amount >= floor) return;
    const text4 = (value) => `${formatAmount(value, dstToken.decimals)} ${dstToken.symbol}`;
    const reason = why === "" ? "" : ` ${why}`;
    const sentence = `${what} ${text4(amount)}, less than the accepted ${text4(floor)}.${reason}`;
    throw unsafe2("E9", sentence, { minimum: String(amount), accepted: String(floor) });
  };
  refuse2("The route promises at least", claimedMin, acceptedMin, because);
  if (minReceive !== null) refuse2("The route promises at least", claimedMin, minReceive, "");
  if (decodedMin !== null) refuse2("The call itself guarantees only", decodedMin, claimedMin, "");
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

// src/core/providerIds.ts
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
var init_route = __esm({
  "src/execution/route.ts"() {
    "use strict";
    init_errors();
    init_providerIds();
  }
});

// src/execution/checks/contracts.ts
function checkContracts3(facts) {
  const { transaction, srcToken, provider: provider2, pinned, confirmedDeposit } = facts;
  const { to, data } = transaction;
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
      throw unsafe2("E2", `No order of ${provider2} confirms the address ${form.recipient}.`, {
        to: form.recipient
      });
    }
  } else if (!isAmong(to, pinned.targets)) {
    throw notInTable({
      provider: provider2,
      blockchain: srcToken.blockchain,
      address: toChecksumAddress(to),
      roles: ["target"]
    });
  }
  checkSpender(facts, form);
  if (srcToken.native && transaction.approvalAddress !== null) {
    const spender = transaction.approvalAddress;
    throw unsafe2("E3", "A native coin needs no approval, but the route asks for one.", { spender });
  }
  return form;
}
function notInTable({ provider: provider2, blockchain, address, roles }) {
  const check = roles.includes("target") ? "E2" : "E3";
  const what = check === "E2" ? `${address} is not among the contracts of ${provider2}.` : `${address} is not a spender of ${provider2}.`;
  return new SwaprouteError("UNSAFE_ROUTE", `${what} (check ${check})`, {
    hint: `Nothing was signed. Choose another provider with --provider; or, only if ${provider2} itself publishes this contract, type its full address at the prompt or add --accept-contract ${blockchain.toLowerCase()}:<full address>. --yes does not accept it.`,
    context: { check, to: address, blockchain }
  });
}
function checkSpender({ transaction, srcToken, provider: provider2, pinned }, form) {
  const spender = transaction.approvalAddress;
  if (spender === null) return;
  if (form.form === "transfer" || isSameAddress(spender, srcToken.address)) {
    throw unsafe2("E3", `An approval for ${spender} is not needed for this payment.`, { spender });
  }
  if (!isAmong(spender, pinned.spenders)) {
    throw notInTable({
      provider: provider2,
      blockchain: srcToken.blockchain,
      address: toChecksumAddress(spender),
      roles: ["spender"]
    });
  }
}
function formOf({
  provider: provider2,
  transaction,
  srcToken,
  dstToken,
  srcAmount
}) {
  const { to, data } = transaction;
  if (srcToken.native) {
    if (data === "0x") return { form: "transfer", recipient: to, token: "native" };
    if (isSameAddress(to, dstToken.address))
      checkWrapping(provider2, data.toLowerCase() === depositSelector);
    return { form: "contract" };
  }
  if (data.length < 10)
    throw unsafe2("E4", "The payment is in a token, but the transaction calls no contract.", { to });
  if (!isSameAddress(to, srcToken.address)) return { form: "contract" };
  const selector = data.slice(0, 10).toLowerCase();
  if (selector === withdrawSelector) {
    const amount2 = byteLength(data) === 36 ? readUint(data, 4) : -1n;
    checkWrapping(provider2, dstToken.native && amount2 === srcAmount);
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
function checkWrapping(provider2, exact) {
  if (provider2 === "WRAPPED" && exact) return;
  throw unsafe2("E4", "The transaction calls the token itself for something other than wrapping.");
}
var transferSelector, withdrawSelector, depositSelector, forbiddenMethods;
var init_contracts = __esm({
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
  const { decoded, form, dstToken } = facts;
  if (form.form === "transfer") return;
  if (decoded === null) {
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
  checkReceiver2(decoded, facts);
  checkPowers2(decoded, facts);
  checkTokens(decoded, facts);
  const due = facts.crossChain ? dstToken.blockchain : "same";
  if (decoded.dst === due) return;
  const where = decoded.dst === "same" ? "its own chain" : decoded.dst;
  throw unsafe2("E8", `The call pays out on ${where}, not on ${dstToken.blockchain}.`, {
    blockchain: decoded.dst,
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
  if (refundTo !== null && !own.some((address) => isSameAddress(address, refundTo))) {
    throw unsafe2("E8", `A refund would go to ${refundTo}, which is not yours.`, { refundTo });
  }
}
function checkTokens(decoded, facts) {
  const { srcToken, dstToken, srcAmount, srcWrapped, dstWrapped } = facts;
  const source = [srcToken.address, ...srcToken.native && srcWrapped !== null ? [srcWrapped] : []];
  if (decoded.srcToken !== null && !source.some((address) => isSame3(address, decoded.srcToken))) {
    throw unsafe2("E8", `The call spends ${decoded.srcToken}, not ${srcToken.symbol}.`, {
      token: decoded.srcToken
    });
  }
  const wrappedFits = facts.crossChain && dstToken.native && dstWrapped !== null;
  const target = [dstToken.address, ...wrappedFits ? [dstWrapped] : []];
  const fits2 = decoded.dstIsCoin === true && dstToken.native || target.some((address) => isSameToken(dstToken.blockchain, address, decoded.dstToken));
  if (decoded.dstToken !== null && !fits2) {
    throw unsafe2("E8", `The call buys ${decoded.dstToken}, not ${dstToken.symbol}.`, {
      token: decoded.dstToken
    });
  }
  if (decoded.amountIn !== null && decoded.amountIn !== srcAmount) {
    throw unsafe2("E5", "The call swaps a different amount than accepted.", {
      amount: String(decoded.amountIn),
      accepted: String(srcAmount)
    });
  }
}
function isSame3(address, other) {
  return other !== null && isSameAddress(address, other);
}
function isSameToken(blockchain, address, other) {
  return other !== null && isSameAccount(blockchain, address, other);
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

// src/providers/onchain/connectors.ts
var unknownCoinUnit;
var init_connectors = __esm({
  "src/providers/onchain/connectors.ts"() {
    "use strict";
    init_addresses2();
    unknownCoinUnit = 10n ** 17n;
  }
});

// src/providers/onchain/paths.ts
var init_paths = __esm({
  "src/providers/onchain/paths.ts"() {
    "use strict";
    init_addresses2();
    init_connectors();
  }
});

// src/providers/onchain/rows.ts
var init_rows = __esm({
  "src/providers/onchain/rows.ts"() {
    "use strict";
    init_blockchainIds();
    init_providerIds();
  }
});

// src/providers/onchain/rowCalls.ts
function terms(stated) {
  return { amountIn: null, minOut: null, dst: "same", refundTo: null, ...stated };
}
function v2Ends(path, { from, to }) {
  const [first] = path;
  const last = path.at(-1);
  const isPath = path.length >= 2 && path.length <= maxHops + 1 && !path.includes(zeroAddress);
  if (!isPath || first === void 0 || last === void 0) throw odd2("has an impossible path");
  return { srcToken: from ?? first, dstToken: to ?? last };
}
function noReferrer(referrer) {
  if (referrer !== zeroAddress) throw odd2("pays a referrer");
}
function flagged(path, flags, native2) {
  if (flags.length !== path.length - 1) throw odd2("does not state a pool for each hop");
  return v2Ends(path, native2);
}
function toSwap({ recipient, amountIn, amountOutMinimum: minOut, deadline: deadline2 }, srcToken, dstToken) {
  if (srcToken === zeroAddress || dstToken === zeroAddress) throw odd2("has an impossible path");
  const time = deadline2 === void 0 ? {} : { deadlineSeconds: deadline2 };
  return { ...terms({ recipient, srcToken, dstToken, amountIn, ...time }), recipient, minOut };
}
function singleSwap({ tokenIn, tokenOut, sqrtPriceLimitX96, ...rest }) {
  if (sqrtPriceLimitX96 !== 0n) throw odd2("may swap only part of the amount");
  return toSwap(rest, tokenIn, tokenOut);
}
function pathSwap({ path, ...rest }) {
  const size = (path.length - 2) / 2;
  const hops = (size - addressBytes) / pathHopBytes;
  if (!Number.isInteger(hops) || hops < 1 || hops > maxHops) throw odd2("has an impossible path");
  return toSwap(rest, path.slice(0, 2 + addressBytes * 2), `0x${path.slice(-addressBytes * 2)}`);
}
function v3CallsOf(kind) {
  const swaps = v3Swaps[kind];
  const unwrap = kind === "kyber" ? renamed(unwrapWeth9, "unwrapWeth") : unwrapWeth9;
  const isKept = ({ recipient }) => BigInt(recipient) === ownAccount[kind];
  const paid = (swap) => {
    if (BigInt(swap.recipient) > 2n) return swap;
    throw odd2("has no recipient");
  };
  const whole = (items, inside) => {
    const [first = "", second] = items;
    if (items.length > 2) throw odd2("makes more calls than a swap needs");
    const swap = inside.call(swaps, first);
    if (second === void 0) return paid(swap);
    const { minimum, recipient } = inside.call([unwrap], second);
    if (!isKept(swap) || minimum !== swap.minOut)
      throw odd2("unwraps a different amount than it swaps");
    return { ...swap, recipient, dstToken: zeroAddress };
  };
  if (kind === "router02") {
    return [
      call(
        "function multicall(uint256 deadline, bytes[] data) payable",
        ([deadlineSeconds, items], inside) => ({ ...whole(items, inside), deadlineSeconds })
      )
    ];
  }
  return [
    ...swaps.map((swap) => mapped(swap, paid)),
    call("function multicall(bytes[] data) payable", ([items], inside) => {
      if (items.length !== 2) throw odd2("makes other calls than a swap needs");
      return whole(items, inside);
    })
  ];
}
function odd2(what) {
  return unsafeCall("the exchange", what);
}
var maxHops, pathHopBytes, addressBytes, v2Tokens, v2NativeIn, v2NativeOut, referrerCalls, flagCalls, exactInput, v3Swaps, unwrapWeth9, ownAccount, v3Calls;
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
    v2Tokens = call(
      "function swapExactTokensForTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline)",
      ([amountIn, minOut, path, recipient, deadlineSeconds]) => terms({ ...v2Ends(path, {}), recipient, amountIn, minOut, deadlineSeconds })
    );
    v2NativeIn = call(
      "function swapExactETHForTokens(uint256 amountOutMin, address[] path, address to, uint256 deadline) payable",
      ([minOut, path, recipient, deadlineSeconds]) => terms({ ...v2Ends(path, { from: zeroAddress }), recipient, minOut, deadlineSeconds })
    );
    v2NativeOut = call(
      "function swapExactTokensForETH(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline)",
      ([amountIn, minOut, path, recipient, deadlineSeconds]) => terms({ ...v2Ends(path, { to: zeroAddress }), recipient, amountIn, minOut, deadlineSeconds })
    );
    referrerCalls = [
      call(
        "function swapExactTokensForTokensSupportingFeeOnTransferTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to, address referrer, uint256 deadline)",
        ([amountIn, minOut, path, recipient, referrer, deadlineSeconds]) => {
          noReferrer(referrer);
          return terms({ ...v2Ends(path, {}), recipient, amountIn, minOut, deadlineSeconds });
        }
      ),
      call(
        "function swapExactETHForTokensSupportingFeeOnTransferTokens(uint256 amountOutMin, address[] path, address to, address referrer, uint256 deadline) payable",
        ([minOut, path, recipient, referrer, deadlineSeconds]) => {
          noReferrer(referrer);
          return terms({ ...v2Ends(path, { from: zeroAddress }), recipient, minOut, deadlineSeconds });
        }
      ),
      call(
        "function swapExactTokensForETHSupportingFeeOnTransferTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to, address referrer, uint256 deadline)",
        ([amountIn, minOut, path, recipient, referrer, deadlineSeconds]) => {
          noReferrer(referrer);
          const ends = v2Ends(path, { to: zeroAddress });
          return terms({ ...ends, recipient, amountIn, minOut, deadlineSeconds });
        }
      )
    ];
    flagCalls = [
      call(
        "function swapExactTokensForTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline, bool[] stable)",
        ([amountIn, minOut, path, recipient, deadlineSeconds, flags]) => terms({ ...flagged(path, flags, {}), recipient, amountIn, minOut, deadlineSeconds })
      ),
      call(
        "function swapExactETHForTokens(uint256 amountOutMin, address[] path, address to, uint256 deadline, bool[] stable) payable",
        ([minOut, path, recipient, deadlineSeconds, flags]) => {
          const ends = flagged(path, flags, { from: zeroAddress });
          return terms({ ...ends, recipient, minOut, deadlineSeconds });
        }
      ),
      call(
        "function swapExactTokensForETH(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline, bool[] stable)",
        ([amountIn, minOut, path, recipient, deadlineSeconds, flags]) => {
          const ends = flagged(path, flags, { to: zeroAddress });
          return terms({ ...ends, recipient, amountIn, minOut, deadlineSeconds });
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
            if (params.tickSpacing < 0) throw odd2("has an impossible pool");
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
      ([minimum, recipient]) => ({ minimum, recipient })
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
function readDeclared(provider2, blockchain, to, data, numberOf = mainNumbers) {
  const chainOf3 = (chainId) => chainOfNumber(chainId, numberOf);
  const calls = proofOf(provider2, "calls")?.calls({ blockchain, to, chainOf: chainOf3 }) ?? [];
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
  const { provider: provider2, transaction, srcToken, dstToken, srcAmount, dstChainId } = facts;
  const { blockchain } = srcToken;
  const pinned = adapter.pinned(provider2, blockchain);
  const form = checkContracts3({
    provider: provider2,
    transaction,
    srcToken,
    dstToken,
    srcAmount,
    pinned,
    confirmedDeposit: null
  });
  checkValue2({
    srcToken,
    srcAmount,
    value: transaction.value,
    declaredFee: facts.fees.declared,
    quotedFee: facts.fees.quoted,
    allowedFee: pinned.mostFixedFee ?? 0n
  });
  const decoded = form.form === "transfer" ? null : readDeclared(adapter, blockchain, transaction.to, transaction.data);
  checkDecoded({
    decoded,
    form,
    data: transaction.data,
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
    decodedMin: decoded?.minOut ?? null,
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
    init_contracts();
    init_decoded();
    init_declaredCalls();
  }
});

// test/campaign/03-calldata/swapCase.ts
function verdictOf({ terms: terms2, transaction }, adapter) {
  const { minimum, fee = 0n, ...accepted } = terms2;
  return ruleOf(
    () => checkSigning(adapter, {
      ...accepted,
      transaction,
      payer,
      refundAddress: null,
      fees: { declared: fee, quoted: fee },
      minimum: { claimed: minimum, accepted: minimum }
    })
  );
}
var payer, friend, mallory2;
var init_swapCase = __esm({
  "test/campaign/03-calldata/swapCase.ts"() {
    "use strict";
    init_signingChecks();
    payer = "0x70997970c51812dc3a010c7d01b50e0d17dc79c8";
    friend = "0x3c44cdddb6a900fa2b585dd299e03d12fa4293bc";
    mallory2 = "0xb063b120e898232aaa43428fbece4343525ae918";
  }
});

// test/campaign/03-calldata/withoutStacks.ts
function withoutStacks() {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  onTestFinished(() => {
    Error.stackTraceLimit = stackTraceLimit;
  });
}
var init_withoutStacks = __esm({
  "test/campaign/03-calldata/withoutStacks.ts"() {
    "use strict";
    init_vitest();
  }
});

// test/campaign/03-calldata/holdAgainstOracle.ts
async function holdAgainstOracle(row, templates, variants2, bends, twice = null) {
  withoutStacks();
  const { random } = row;
  for (const { name, adapter, make, judge } of templates) {
    await row.twin(name, () => {
      const honest = make(random);
      const { verdict, why } = judge(honest);
      if (verdict !== "safe") throw new Error(`the oracle itself says ${verdict}: ${why}`);
      const said = verdictOf(honest, adapter);
      if (said !== "ok") throw new Error(`refused by ${said}`);
    });
  }
  const counts = { safe: 0, odd: 0, "odd but accepted": 0, unsafe: 0 };
  for (let at2 = 0; at2 < row.sized(variants2); at2 += 1) {
    const { name: form, adapter, make, judge } = random.pick(templates);
    const [name, bend] = random.pick(bends);
    let variant = bend(make(random), random);
    if (twice !== null && random.below(twice) === 0)
      variant = random.pick(bends)[1](variant, random);
    const { verdict, why } = judge(variant);
    const said = verdictOf(variant, adapter);
    counts[verdict] += 1;
    if (verdict === "odd" && said === "ok") counts["odd but accepted"] += 1;
    const what = `variant ${at2}, ${form}, ${name}: ${why}`;
    if (verdict === "unsafe" && said === "ok") row.harm("unsafe signature", what + show(variant));
    else if (verdict === "safe" && said !== "ok")
      row.failed(what + show(variant), `refused by ${said}`);
    else row.passed();
  }
  row.note(`${templates.length} honest forms; ${JSON.stringify(counts)}`);
}
function show({ terms: terms2, transaction }) {
  const { srcAmount, minimum, receiver: receiver2 } = terms2;
  const { to, data, value, approvalAddress } = transaction;
  return ` ${JSON.stringify([String(srcAmount), String(minimum), receiver2, to, String(value), approvalAddress, data])}`;
}
var init_holdAgainstOracle = __esm({
  "test/campaign/03-calldata/holdAgainstOracle.ts"() {
    "use strict";
    init_swapCase();
    init_withoutStacks();
  }
});

// test/campaign/03-calldata/mutations.ts
import { encodeFunctionData as encodeFunctionData4, parseAbi as parseAbi4 } from "viem";
function onData(bend) {
  return (given, random) => ({
    ...given,
    transaction: { ...given.transaction, data: bend(given.transaction.data, given, random) }
  });
}
function tellingWord({ terms: terms2, transaction }, random) {
  const { srcAmount, minimum, receiver: receiver2, srcToken, dstToken } = terms2;
  const amounts = [0n, 1n, 2n, 3n, 32n, 64n, 96n, srcAmount, srcAmount + 1n, srcAmount * 2n];
  const floors = [minimum, minimum - 1n, minimum + 1n, (1n << 255n) - 1n, (1n << 256n) - 1n];
  const people = [mallory2, payer, friend, receiver2, transaction.to];
  const tokens2 = [srcToken.address, dstToken.address, wrappedOf(transaction.data) ?? mallory2];
  return wordOf2(random.pick([...amounts, ...floors, ...people.map(BigInt), ...tokens2.map(BigInt)]));
}
function wrappedOf(data) {
  const found = words(data).find((word) => /^0{24}[1-9a-f]/.test(word) && word.length === digits2);
  return found === void 0 ? null : `0x${found.slice(24)}`;
}
function extraCall({ terms: terms2, transaction }, items, random) {
  const { srcToken, dstToken, minimum, receiver: receiver2, srcAmount } = terms2;
  const token = random.pick([srcToken.address, dstToken.address, transaction.to]);
  const somebody = random.pick([mallory2, receiver2, payer, transaction.to]);
  const min = random.pick([0n, 1n, minimum, minimum - 1n]);
  const call2 = (functionName, args) => encodeFunctionData4({ abi: extrasByName, functionName, args });
  switch (random.below(12)) {
    case 0:
      return call2("sweepToken", [token, min, somebody]);
    case 1:
      return call2("sweepTokenWithFee", [token, min, somebody, BigInt(random.below(120)), mallory2]);
    case 2:
      return call2("unwrapWETH9", [min, somebody]);
    case 3:
      return call2("unwrapWETH9WithFee", [min, somebody, BigInt(random.below(120)), mallory2]);
    case 4:
      return call2("refundETH", []);
    case 5:
      return call2("pull", [token, srcAmount]);
    case 6:
      return call2("approve", [mallory2, srcAmount]);
    case 7:
      return call2("transferFrom", [payer, mallory2, srcAmount]);
    case 8:
      return call2("selfPermit", [token, srcAmount, 1n, 27, `0x${wordOf2(5n)}`, `0x${wordOf2(7n)}`]);
    case 9:
      return call2("multicall", [[...items]]);
    case 10:
      return call2("unwrapWeth", [min, somebody]);
    default: {
      const item = random.pick(items);
      return item.replaceAll(receiver2.slice(2).toLowerCase(), mallory2.slice(2));
    }
  }
}
function itemsOf(data) {
  const call2 = (args) => encodeFunctionData4({ abi: extrasByName, functionName: "multicall", args });
  const head = data.slice(0, 10);
  const hasDeadline = head === "0x5ae401dc";
  if (!hasDeadline && head !== "0xac9650d8" || data.length < 10 + 3 * digits2) {
    return { items: [data], wrap: (items2) => call2([[...items2]]) };
  }
  const body = data.slice(10);
  const start = hasDeadline ? 2 : 1;
  const word = (at2) => Number.parseInt(body.slice(at2 * digits2, (at2 + 1) * digits2), 16);
  const count = Math.min(8, word(start) || 0);
  const items = Array.from({ length: count }, (_, index) => {
    const at2 = (start + 1) * digits2 + word(start + 1 + index) * 2;
    const size = Number.parseInt(body.slice(at2, at2 + digits2), 16);
    return `0x${body.slice(at2 + digits2, at2 + digits2 + size * 2)}`;
  });
  if (count === 0) items.push(data);
  const deadline2 = BigInt(`0x${body.slice(0, digits2)}`);
  return { items, wrap: (list) => call2(hasDeadline ? [deadline2, [...list]] : [[...list]]) };
}
function withTransaction(given, change) {
  return { ...given, transaction: { ...given.transaction, ...change } };
}
function shifted(word, random) {
  if (word.length !== digits2) return word;
  const by = random.pick([1n, -1n, 32n, -32n, 1n << 160n, 1n << 255n]);
  return wordOf2(BigInt(`0x${word}`) + by);
}
function dirty(word, random) {
  const at2 = random.below(12) * 2;
  return `${word.slice(0, at2)}${random.pick(["01", "80", "ff"])}${word.slice(at2 + 2)}`;
}
function exchanged(data, _, random) {
  const list = words(data);
  if (list.length < 2) return data;
  const [a, b] = [random.below(list.length), random.below(list.length)];
  const [first, second] = [list[a] ?? "", list[b] ?? ""];
  return joined(data, list.with(a, second).with(b, first));
}
function renamed2(data, from, to) {
  return data.replaceAll(from.slice(2).toLowerCase(), to.slice(2).toLowerCase());
}
function replaced(data, from, to) {
  return data.replaceAll(from, to);
}
function bentByte(data, _, random) {
  const at2 = 2 + 2 * random.below((data.length - 2) / 2);
  const byte = Number.parseInt(data.slice(at2, at2 + 2), 16) ^ 1 << random.below(8);
  return data.slice(0, at2) + byte.toString(16).padStart(2, "0") + data.slice(at2 + 2);
}
function innerSelector(data, _, random) {
  const { items, wrap } = itemsOf(data);
  const at2 = random.below(items.length);
  const item = `0x${random.pick(selectors)}${(items[at2] ?? "0x").slice(10)}`;
  return wrap(items.toSpliced(at2, 1, item));
}
var digits2, words, joined, wordOf2, onWord, extras, extrasByName, selectors, mutations;
var init_mutations = __esm({
  "test/campaign/03-calldata/mutations.ts"() {
    "use strict";
    init_swapCase();
    digits2 = 64;
    words = (data) => data.slice(10).match(/.{1,64}/g) ?? [];
    joined = (data, list) => data.slice(0, 10) + list.join("");
    wordOf2 = (value) => BigInt.asUintN(256, BigInt(value)).toString(16).padStart(digits2, "0");
    onWord = (bend) => onData((data, given, random) => {
      const list = words(data);
      if (list.length === 0) return `${data}00`;
      const at2 = random.below(list.length);
      return joined(data, list.toSpliced(at2, 1, ...[bend(list[at2] ?? "", given, random)].flat()));
    });
    extras = parseAbi4([
      "function sweepToken(address token, uint256 min, address recipient)",
      "function sweepTokenWithFee(address token, uint256 min, address recipient, uint256 feeBips, address feeRecipient)",
      "function unwrapWETH9(uint256 min, address recipient)",
      "function unwrapWETH9WithFee(uint256 min, address recipient, uint256 feeBips, address feeRecipient)",
      "function unwrapWeth(uint256 min, address recipient)",
      "function refundETH()",
      "function pull(address token, uint256 value)",
      "function wrapETH(uint256 value)",
      "function approve(address spender, uint256 amount)",
      "function transferFrom(address from, address to, uint256 amount)",
      "function selfPermit(address token, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s)",
      "function multicall(bytes[] data)",
      "function multicall(uint256 deadline, bytes[] data)"
    ]);
    extrasByName = extras;
    selectors = [
      "095ea7b3 23b872dd a9059cbb d505accf a22cb465 2e1a7d4d d0e30db0 38ed1739 7ff36ab5 18cbafe5",
      "8803dbee fb3bdb41 4a25d94a 5c11d795 b6f9de95 791ac947 414bf389 c04b8d59 04e45aaf b858183f",
      "ac9650d8 5ae401dc 49404b7c bac37ef7 db3e2198 f28c0498 5023b4df 09b81346 a026383e a8c9ed67",
      "5d946c25 472b43f3 12210e8a df2ab5bb 1f0464d1 36c78516 87517c45 c694d55d ac3893ba 00000000"
    ].flatMap((line) => line.split(" "));
    mutations = [
      ["a telling word", onWord((_, given, random) => tellingWord(given, random))],
      ["a random word", onWord((_, __, random) => Buffer.from(random.bytes(32)).toString("hex"))],
      ["a word more or less", onWord((word, _, random) => shifted(word, random))],
      ["a dirty word", onWord((word, _, random) => dirty(word, random))],
      ["no word", onWord(() => [])],
      ["a word twice", onWord((word) => [word, word])],
      ["a word besides", onWord((word, given, random) => [tellingWord(given, random), word])],
      ["words exchanged", onData(exchanged)],
      ["the receiver everywhere", onData((data, { terms: terms2 }) => renamed2(data, terms2.receiver, mallory2))],
      ["the payer in his place", onData((data, { terms: terms2 }) => renamed2(data, terms2.receiver, payer))],
      [
        "the receiver at the end",
        onData(
          (data, { terms: terms2 }) => renamed2(data, terms2.receiver, mallory2).concat(wordOf2(terms2.receiver))
        )
      ],
      [
        "a lower minimum",
        onData(
          (data, { terms: { minimum } }, random) => replaced(data, wordOf2(minimum), wordOf2(random.pick([0n, 1n, minimum - 1n, minimum / 2n])))
        )
      ],
      [
        "another amount",
        onData(
          (data, { terms: { srcAmount } }, random) => replaced(
            data,
            wordOf2(srcAmount),
            wordOf2(random.pick([0n, srcAmount - 1n, srcAmount + 1n, srcAmount * 2n]))
          )
        )
      ],
      [
        "another token",
        onData(
          (data, { terms: { srcToken, dstToken } }, random) => renamed2(
            data,
            random.pick([srcToken, dstToken]).address,
            random.pick([mallory2, srcToken.address, dstToken.address])
          )
        )
      ],
      ["a bent byte", onData(bentByte)],
      [
        "bytes at the end",
        onData(
          (data, _, random) => data + Buffer.from(random.bytes(1 + random.below(40))).toString("hex")
        )
      ],
      ["zeros at the end", onData((data, _, random) => data + "00".repeat(1 + random.below(64)))],
      ["cut short", onData((data, _, random) => data.slice(0, 2 + 2 * random.below(data.length / 2)))],
      ["capitals", onData((data) => `0x${data.slice(2).toUpperCase()}`)],
      ["another selector", onData((data, _, random) => `0x${random.pick(selectors)}${data.slice(10)}`)],
      ["an inner selector", onData(innerSelector)],
      [
        "a call besides",
        onData((data, given, random) => {
          const { items, wrap } = itemsOf(data);
          const at2 = random.below(items.length + 1);
          return wrap(items.toSpliced(at2, 0, extraCall(given, items, random)));
        })
      ],
      [
        "a call in the place of another",
        onData((data, given, random) => {
          const { items, wrap } = itemsOf(data);
          return wrap(items.toSpliced(random.below(items.length), 1, extraCall(given, items, random)));
        })
      ],
      [
        "calls in another order",
        onData((data, _, random) => {
          const { items, wrap } = itemsOf(data);
          return wrap(random.shuffled(items));
        })
      ],
      [
        "a call twice",
        onData((data, _, random) => {
          const { items, wrap } = itemsOf(data);
          return wrap([...items, random.pick(items)]);
        })
      ],
      [
        "a call that is wrapped once more",
        onData((data) => {
          const { items, wrap } = itemsOf(data);
          return wrap([wrap(items)]);
        })
      ],
      [
        "an inner word",
        onData((data, given, random) => {
          const { items, wrap } = itemsOf(data);
          const at2 = random.below(items.length);
          const item = items[at2] ?? "0x";
          const list = words(item);
          if (list.length === 0) return data;
          const bent2 = list.toSpliced(random.below(list.length), 1, tellingWord(given, random));
          return wrap(items.toSpliced(at2, 1, joined(item, bent2)));
        })
      ],
      [
        "another target",
        (given, random) => withTransaction(given, {
          to: random.pick([
            mallory2,
            given.terms.receiver,
            given.terms.srcToken.address,
            given.terms.dstToken.address
          ])
        })
      ],
      [
        "a plain transfer",
        (given) => withTransaction(given, {
          to: given.terms.srcToken.address,
          data: `0xa9059cbb${wordOf2(mallory2)}${wordOf2(given.terms.srcAmount)}`,
          approvalAddress: null
        })
      ],
      [
        "another spender",
        (given, random) => withTransaction(given, {
          approvalAddress: random.pick([
            mallory2,
            given.terms.srcToken.address,
            null,
            given.transaction.to
          ])
        })
      ],
      [
        "another value",
        (given, random) => withTransaction(given, {
          value: random.pick([
            0n,
            1n,
            given.terms.srcAmount,
            given.terms.srcAmount + 1n,
            given.transaction.value * 2n
          ])
        })
      ],
      ["nothing", (given) => given]
    ];
  }
});

// test/campaign/03-calldata/calls.campaign.ts
var calls_campaign_exports = {};
import { isAddress } from "viem";
function templateOf(id, it, { transaction, built, quote }) {
  const { srcToken, dstToken } = it.request;
  const fee = built.fees.protocolFixed + built.fees.providerFixed;
  const isBridge = srcToken.blockchain !== dstToken.blockchain;
  const cached = it.create(serviceUrl);
  return {
    name: id,
    adapter: cached,
    make: (random) => {
      const srcAmount = 1000000n + BigInt(random.below(2 ** 31));
      const terms2 = {
        provider: quote.provider,
        srcToken,
        dstToken,
        srcAmount,
        receiver: random.below(2) === 0 ? payer : friend,
        minimum: 1000n + BigInt(random.below(2 ** 31)),
        dstChainId: isBridge ? chainById(dstToken.blockchain).chainId : null,
        fee
      };
      const value = fee + (srcToken.native ? srcAmount : 0n);
      const data = dataOf(it, argumentsFor(it, { ...terms2, payer, value }));
      return { terms: terms2, transaction: { ...transaction, data, value } };
    },
    judge: ({ terms: terms2, transaction: given }) => {
      const value = fee + (srcToken.native ? terms2.srcAmount : 0n);
      return judgeCall(it, given, { ...terms2, payer, value });
    }
  };
}
function argumentBends(list) {
  const bent2 = (given, random, count) => {
    const found = list.find((it) => fits(it, given.transaction.data));
    if (found === void 0) return given;
    const args = argumentsOf(found, given.transaction.data);
    const leaves = leavesOf(args);
    for (let left = count; left > 0; left -= 1) {
      const [path, value] = random.pick(leaves);
      put(args, path, otherOf(value, given, random));
    }
    try {
      return { ...given, transaction: { ...given.transaction, data: dataOf(found, args) } };
    } catch {
      return given;
    }
  };
  return [
    ["an argument", (given, random) => bent2(given, random, 1)],
    ["two arguments", (given, random) => bent2(given, random, 2)],
    ["three arguments", (given, random) => bent2(given, random, 3)]
  ];
}
function fits(it, data) {
  try {
    argumentsOf(it, data);
    return true;
  } catch {
    return false;
  }
}
function otherOf(value, { terms: terms2, transaction }, random) {
  const { receiver: receiver2, srcToken, dstToken, srcAmount, minimum } = terms2;
  if (isAddress(value, { strict: false })) {
    const zero = `0x${"0".repeat(40)}`;
    const known3 = [mallory2, payer, friend, receiver2, transaction.to, zero];
    return random.pick([...known3, srcToken.address, dstToken.address]);
  }
  if (value.startsWith("0x")) {
    const bytes = random.bytes(random.pick([0, 1, 20, 32, 40]));
    return random.pick([mallory2, `0x${Buffer.from(bytes).toString("hex")}`]);
  }
  if (!/^\d+$/.test(value)) return random.pick([`${value}x`, "", receiver2]);
  const old = BigInt(value);
  const near = [old + 1n, old > 0n ? old - 1n : 2n, old * 2n, old / 2n, old | 1n, 0n, 1n, 10n];
  return random.pick([...near, srcAmount, minimum, minimum - 1n, (1n << 256n) - 1n]);
}
var callCases2, variants;
var init_calls_campaign = __esm({
  "test/campaign/03-calldata/calls.campaign.ts"() {
    "use strict";
    init_chains2();
    init_bodies();
    init_callCase();
    init_cases();
    init_wanted();
    init_minedCall();
    init_row();
    init_holdAgainstOracle();
    init_mutations();
    init_swapCase();
    callCases2 = wanted(callCases);
    variants = { fast: callCases2.length * 2e3, full: callCases2.length * 1e5 };
    defineRow(
      { number: 3, title: "calls of cases against an oracle", cases: variants },
      async (row) => {
        const templates = await Promise.all(
          callCases2.map(async ([id, it]) => templateOf(id, it, await minedCall(it)))
        );
        const own = argumentBends(callCases2.map(([, it]) => it));
        const bends = [...mutations, ...Array.from({ length: 12 }, () => own).flat()];
        await holdAgainstOracle(row, templates, variants, bends, 5);
      }
    );
  }
});

// <stdin>
init_vitest();
await Promise.resolve().then(() => (init_calls_campaign(), calls_campaign_exports));
var bad = 0;
for (const [name, fn] of tests) {
  if (!new RegExp(process.env.T || "").test(name)) continue;
  const t0 = Date.now();
  const task = { meta: {} };
  try {
    await fn({ task });
    console.log("ok", name, Date.now() - t0, JSON.stringify(task.meta.row, (k, v) => typeof v === "bigint" ? String(v) : v)?.slice(0, 600));
  } catch (e) {
    bad++;
    console.log("FAIL", name, String(e.stack || e).slice(0, 6e3));
  }
}
console.log("bad", bad);
process.exit(0);
