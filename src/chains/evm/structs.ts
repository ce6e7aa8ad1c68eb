import {
  type AbiParameter,
  decodeAbiParameters,
  encodeAbiParameters,
  hashStruct,
  type Hex,
  recoverMessageAddress,
} from 'viem'

/** Members of structs by name, as EIP-712 writes their types. */
export type StructTypes = Readonly<
  Record<string, readonly { readonly name: string; readonly type: string }[]>
>

/** A struct by its name and types, and its value. */
export type Struct = { types: StructTypes; name: string; value: object }

/** A struct as ABI-encoded bytes. */
export function encodeStruct({ types, name, value }: Struct): Hex {
  return encodeAbiParameters([parameterOf(types, name, '')], [value])
}

/**
 * The value of an ABI-encoded struct, its EIP-712 `hashStruct`, and the hex digits behind it; null
 * where encoding it again gives different bytes.
 * @throws for data that is not such a struct
 */
export function decodeStruct(
  types: StructTypes,
  name: string,
  data: Hex,
): { value: unknown; hash: Hex; rest: string } | null {
  const parameters = [parameterOf(types, name, '')]
  const [value] = decodeAbiParameters(parameters, data)
  const again = encodeAbiParameters(parameters, [value])
  if (!data.startsWith(again)) return null
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a struct decodes to an object
  const hash = hashStruct({ types: copyOf(types), primaryType: name, data: value as {} })
  return { value, hash, rest: data.slice(again.length) }
}

/** `Fee[]` with the members of `Fee`, as the ABI encoder takes it. */
function parameterOf(types: StructTypes, type: string, name: string): AbiParameter {
  const [base = '', list = ''] = type.split(/(?=\[\])/)
  const members = types[base]
  if (members === undefined) return { name, type }
  const components = members.map((member) => parameterOf(types, member.type, member.name))
  return { name, type: `tuple${list}`, components }
}

function copyOf(types: StructTypes): Record<string, { name: string; type: string }[]> {
  return Object.fromEntries(
    Object.entries(types).map(([name, members]) => [
      name,
      members.map((member) => ({ ...member })),
    ]),
  )
}

/**
 * The account that signed 32 bytes as a personal message (EIP-191); null for an invalid signature.
 * @param hash 0x-prefixed, as the signature of 65 bytes
 */
export async function personalSigner(hash: string, signature: string): Promise<string | null> {
  const [raw, signed] = [hash, signature].map((text): Hex => `0x${text.slice(2)}`)
  if (raw === undefined || signed === undefined) return null
  return await recoverMessageAddress({ message: { raw }, signature: signed }).catch(() => null)
}
