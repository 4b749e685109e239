import { expect, test } from "bun:test";
import { encodeBase58 } from "@evermark/interface/rows/base58.ts";
import { newKey, type TestKey } from "../../testing/test-key.ts";
import { keyOfHex, SECOND_SPELLINGS, SMALL_ORDER_KEYS } from "../../testing/weak-keys.ts";
import { parseCanonicalKey, parsePublicKey, parseSignature, SignatureVerifier } from "./ed25519.ts";

const KEY = "ed25519:FAe4sisG95oZ42w7buUn5qEE4TAnfTTFPiguZUHmhiF";
const TIMESTAMP_SIGNATURE = "vKHmimfrB4Qkp5oVFzEnGMcf-QeKguNj1F682gmq1RrOIFWPpcusm2Rq7u-ydFQRjUkchgxfziL24H3zZ6wfBA";

const START = 1_700_000_000_000;

const bytesOf = (text: string): Uint8Array<ArrayBuffer> => Buffer.from(text);
const verifies = (signature: string, text: string, key = KEY): Promise<boolean> =>
  new SignatureVerifier().verify(key, parseSignature(signature)!, bytesOf(text));

test("the signature of the private stream's test vector verifies", async () => {
  expect(await verifies(TIMESTAMP_SIGNATURE, "1779269143700")).toBe(true);
  expect(await verifies(TIMESTAMP_SIGNATURE, "1779269143701")).toBe(false);
});

test("the signatures of the REST test vectors verify", async () => {
  const body = '{"symbol":"PERP_ETH_USDC","side":"BUY","order_type":"LIMIT","order_price":2500.5,"order_quantity":0.1}';
  const placed = "bcxFkUG9179NXuSW9Ivz_reuTjYi0GUmhAQSc7dxhPt3Dp6vZAa2P-gjKXo8KKbUpi9e_1WduZIeM_dxjLByAg";
  const listed = "-Q8UL8M7PXj2HQpPDfzQX_pX8yEFjIk7qOdh9OlksborlmXbtkAFtE8gWCJbxi35dYEzeEcVYLa2kjnFcNStDg";
  expect(await verifies(placed, `1779269143700POST/v1/order${body}`)).toBe(true);
  expect(await verifies(placed, `1779269143700POST/v1/order${body} `)).toBe(false);
  expect(await verifies(listed, "1779269143700GET/v1/orders?symbol=PERP_ETH_USDC&status=NEW")).toBe(true);
  expect(await verifies(listed, "1779269143700GET/v1/orders")).toBe(false);
});

test("a signature is read in both alphabets, with and without padding", () => {
  const bytes = parseSignature(TIMESTAMP_SIGNATURE)!;
  const standard = Buffer.from(bytes).toString("base64");
  expect(parseSignature(standard)).toEqual(bytes);
  expect(parseSignature(standard.slice(0, 86))).toEqual(bytes);
  expect(parseSignature(`${TIMESTAMP_SIGNATURE}==`)).toEqual(bytes);
});

test("a signature in hex, of another length or with letters outside the alphabet is malformed", () => {
  const bytes = parseSignature(TIMESTAMP_SIGNATURE)!;
  expect(parseSignature(Buffer.from(bytes).toString("hex"))).toBeUndefined();
  expect(parseSignature(TIMESTAMP_SIGNATURE.slice(1))).toBeUndefined();
  expect(parseSignature(`${TIMESTAMP_SIGNATURE}=`)).toBeUndefined();
  expect(parseSignature(`${TIMESTAMP_SIGNATURE.slice(0, 85)}!`)).toBeUndefined();
  expect(parseSignature(`${TIMESTAMP_SIGNATURE.slice(0, 85)}=`)).toBeUndefined();
  expect(parseSignature("")).toBeUndefined();
});

test("a signature has one text per alphabet: its last letter has no unused bits", () => {
  expect(TIMESTAMP_SIGNATURE).toEndWith("A");
  for (const letter of "BPZ/_9") {
    expect(parseSignature(`${TIMESTAMP_SIGNATURE.slice(0, 85)}${letter}`)).toBeUndefined();
    expect(parseSignature(`${TIMESTAMP_SIGNATURE.slice(0, 85)}${letter}==`)).toBeUndefined();
  }
});

test("a public key is `ed25519:` and the base58 of 32 bytes", () => {
  expect(Buffer.from(parsePublicKey(KEY)!).toString("hex")).toBe(
    "03a107bff3ce10be1d70dd18e74bc09967e4d6309ba50d5f1ddc8664125531b8",
  );
  expect(parsePublicKey(KEY.slice(8))).toBeUndefined();
  expect(parsePublicKey(`${KEY}zz`)).toBeUndefined();
  expect(parsePublicKey("ed25519:")).toBeUndefined();
});

test("a public key has one text: not a letter more or less, no other case, no space", () => {
  const text = KEY.slice("ed25519:".length);
  const leading = keyOfHex(`00${"58".repeat(31)}`).slice("ed25519:".length);
  expect(leading).toStartWith("1");
  expect(parsePublicKey(`ed25519:${leading}`)).toHaveLength(32);
  for (const other of [
    leading.slice(1),
    `1${leading}`,
    `1${text}`,
    ` ${text}`,
    `${text} `,
    `${text}=`,
    text.slice(1),
  ]) {
    expect({ other, key: parsePublicKey(`ed25519:${other}`) }).toEqual({ other, key: undefined });
  }
  for (const prefix of ["Ed25519:", "ed25519", "ed25519::", " ed25519:"]) {
    expect(parsePublicKey(`${prefix}${text}`)).toBeUndefined();
  }
});

test("a public key of small order, or in a non-canonical encoding, is not a key", () => {
  for (const hex of [...SMALL_ORDER_KEYS, ...SECOND_SPELLINGS]) {
    expect({ hex, key: parseCanonicalKey(keyOfHex(hex)) }).toEqual({ hex, key: undefined });
    expect(parsePublicKey(keyOfHex(hex))).toHaveLength(32);
  }
  expect(parseCanonicalKey(KEY)).toEqual(parsePublicKey(KEY)!);
});

test("a signature made without a secret, for a key of small order, does not verify, though the runtime accepts it", async () => {
  // With the neutral point as the key, the base point and the scalar 1 are valid for every text.
  const [neutral] = SMALL_ORDER_KEYS;
  const signature = Buffer.concat([Buffer.from(`58${"66".repeat(31)}01`, "hex"), Buffer.alloc(31)]);
  const imported = await crypto.subtle.importKey("raw", Buffer.from(neutral!, "hex"), "Ed25519", false, ["verify"]);
  expect(await crypto.subtle.verify("Ed25519", imported, signature, bytesOf("anything"))).toBe(true);
  expect(await new SignatureVerifier().verify(keyOfHex(neutral!), signature, bytesOf("anything"))).toBe(false);
});

test("a signature with a non-canonical scalar does not verify", async () => {
  const order = 2n ** 252n + 27742317777372353535851937790883648493n;
  const signature = parseSignature(TIMESTAMP_SIGNATURE)!;
  const number = BigInt(`0x${Buffer.from(signature.subarray(32)).reverse().toString("hex")}`);
  const second = Buffer.from((number + order).toString(16).padStart(64, "0"), "hex").reverse();
  const again = Buffer.concat([signature.subarray(0, 32), second]);
  expect(await new SignatureVerifier().verify(KEY, again, bytesOf("1779269143700"))).toBe(false);
  expect(await verifies(TIMESTAMP_SIGNATURE, "1779269143700")).toBe(true);
});

test("nothing verifies with a key that is not a point of the curve", async () => {
  const noPoint = Uint8Array.from({ length: 32 }, (_, i) => (i === 0 ? 2 : 0));
  expect(await verifies(TIMESTAMP_SIGNATURE, "1779269143700", `ed25519:${encodeBase58(noPoint)}`)).toBe(false);
});

test("a key that is not used for an hour is dropped within the next, and one that is used is kept", async () => {
  const hour = 3_600_000;
  const verifier = new SignatureVerifier();
  const use = async ({ key, sign }: TestKey) => {
    const signature = Uint8Array.from(Buffer.from(await sign("text"), "base64url"));
    expect(await verifier.verify(key, signature, bytesOf("text"))).toBe(true);
  };
  const [idle, busy] = [await newKey(), await newKey()];
  verifier.applied(START);
  for (const key of [idle, busy]) await use(key);
  for (const at of [START + hour - 1, START + hour, START + 2 * hour - 1]) {
    verifier.applied(at);
    expect(verifier.size).toBe(2);
    await use(busy);
  }
  verifier.applied(START + 2 * hour);
  expect(verifier.size).toBe(1);
  await use(busy);
  expect(verifier.size).toBe(1);
});

test("dropping a key to make room does not change an answer", async () => {
  const verifier = new SignatureVerifier(1);
  const pair = await crypto.subtle.generateKey("Ed25519", true, ["sign", "verify"]);
  const raw = new Uint8Array(await crypto.subtle.exportKey("raw", pair.publicKey));
  const other = `ed25519:${encodeBase58(raw)}`;
  const text = bytesOf("text");
  const signature = new Uint8Array(await crypto.subtle.sign("Ed25519", pair.privateKey, text));
  for (let round = 0; round < 3; round++) {
    expect(await verifier.verify(other, signature, text)).toBe(true);
    expect(await verifier.verify(KEY, parseSignature(TIMESTAMP_SIGNATURE)!, bytesOf("1779269143700"))).toBe(true);
  }
});
