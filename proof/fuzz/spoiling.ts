// Input that no form sends: valid values broken somewhere, and unreadable bodies.
import { chance, type Making, oneOf, type Random, upTo } from '../../server/src/testing/values.ts'

/** Replacements for any value. */
const hostile: ((random: Random) => unknown)[] = [
  () => null,
  () => '',
  () => [],
  () => ({}),
  () => true,
  () => 'text',
  () => 0,
  () => -1,
  () => -0.5,
  () => 0.1 + 0.2,
  () => 2 ** 31,
  () => -(2 ** 31) - 1,
  () => 2 ** 53 + 2,
  () => 1e308,
  () => 'NaN',
  () => 'Infinity',
  () => '1e999',
  () => '\u0000',
  () => 'a\u0000b',
  () => '\ud800',
  () => 'a\udc00b',
  () => '\ufeff',
  () => '0000-00-00',
  () => '2026-02-30',
  () => '9999-12-31',
  () => '0001-01-01T00:00:00Z',
  () => '+275760-09-13T00:00:01Z',
  () => '9999-12-31T23:59:59.999+14:00',
  () => 'not-an-id',
  () => "'; drop table accounts; --",
  () => '00000000-0000-0000-0000-000000000000',
  () => 'é'.repeat(400),
  () => ({ $ne: null }),
  () => [[[[]]]],
  () => [null],
]

/** Rarer, because they take the server time to read and delay others. */
const heavy: ((random: Random) => unknown)[] = [
  () => 'x'.repeat(100_000),
  () => Array.from({ length: 10_000 }, (_, i) => i),
  () => Array.from({ length: 10_000 }, () => '00000000-0000-7000-8000-000000000000'),
  () => nested(500),
  () => nested(1500),
]

function nested(depth: number): unknown {
  let value: unknown = 1
  for (let i = 0; i < depth; i++) value = i % 2 ? [value] : { x: value }
  return value
}

/** Keys that no call expects. */
const extraKeys = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'companyId',
  'company_id',
  'role',
  'platformRole',
  'id',
  'isAdmin',
  '',
]

/** The same input, broken in one to three places. */
export function spoiled(input: Record<string, unknown>, making: Making): Record<string, unknown> {
  const { random } = making
  const copy = structuredClone(input)
  for (let i = 1 + upTo(random, 3); i > 0; i--) {
    const holder = oneOf(random, holdersIn(copy))
    const keys = Object.keys(holder)
    const key = oneOf(random, keys.length ? keys : ['id'])
    const kind = random()
    if (kind < 0.2) delete holder[key]
    else if (kind < 0.35 && !Array.isArray(holder))
      put(holder, oneOf(random, extraKeys), oneOf(random, [making.idFor('companyId'), 'super_admin', { isAdmin: true }, 1]))
    else if (kind < 0.4 && isShortList(holder[key]))
      put(
        holder,
        key,
        Array.from({ length: 10_000 }, () => (holder[key] as unknown[])[0]),
      )
    else put(holder, key, oneOf(random, chance(random, 0.03) ? heavy : hostile)(random))
  }
  return copy
}

/** Short enough that ten thousand copies of its first element can still be sent. */
const isShortList = (value: unknown) => Array.isArray(value) && JSON.stringify(value).length < 2000

/** `__proto__` as in JSON: a key like any other. */
const put = (holder: Record<string, unknown>, key: string, value: unknown) =>
  Object.defineProperty(holder, key, { value, enumerable: true, configurable: true, writable: true })

function holdersIn(value: unknown, found: Record<string, unknown>[] = []): Record<string, unknown>[] {
  if (typeof value !== 'object' || value === null || found.length > 50) return found
  found.push(value as Record<string, unknown>)
  for (const child of Object.values(value)) holdersIn(child, found)
  return found
}

export interface Body {
  type: string | undefined
  bytes: Buffer | undefined
}

/** A body that the call does not accept: broken JSON, other types, nothing at all. */
export function brokenBody(json: string, random: Random): Body {
  const whole = Buffer.from(json)
  return oneOf<() => Body>(random, [
    () => ({ type: 'application/json', bytes: whole.subarray(0, upTo(random, whole.length)) }),
    () => ({ type: 'application/json', bytes: Buffer.concat([whole, Buffer.from('}')]) }),
    () => ({ type: 'application/json', bytes: Buffer.from('{"a":') }),
    () => ({ type: 'application/json', bytes: Buffer.from([0xff, 0xfe, 0x00, 0x7b]) }),
    () => ({ type: 'application/json', bytes: Buffer.from('{"id":1,"id":2,"__proto__":{"x":1}}') }),
    () => ({
      type: 'application/json',
      bytes: Buffer.from(oneOf(random, ['null', '12', '"text"', '[]', '[[[]]]', 'NaN', 'undefined', '{}', ' '])),
    }),
    () => ({ type: 'application/json; charset=utf-16', bytes: whole }),
    () => ({ type: 'text/plain', bytes: whole }),
    () => ({ type: 'application/xml', bytes: Buffer.from('<!DOCTYPE x [<!ENTITY y SYSTEM "file:///etc/passwd">]><x>&y;</x>') }),
    () => ({ type: 'application/x-www-form-urlencoded', bytes: Buffer.from('a=1&b[]=2&c[__proto__]=3') }),
    () => ({
      type: 'multipart/form-data; boundary=x',
      bytes: Buffer.from('--x\r\ncontent-disposition: form-data; name="a"\r\n\r\n1\r\n--x--\r\n'),
    }),
    () => ({ type: 'multipart/form-data', bytes: whole }),
    () => ({ type: 'no/such; type;;', bytes: whole }),
    () => ({ type: undefined, bytes: whole }),
    () => ({ type: 'application/json', bytes: undefined }),
  ])()
}

/** Files as strangers send them, for calls that take uploads. */
export function uploadedBody(field: string, random: Random): Body {
  const boundary = 'fuzz-boundary'
  const files = Array.from({ length: upTo(random, 13) === 0 ? 12 : 1 + upTo(random, 2) }, () => oneOf(random, strangersFiles))
  const parts = files.flatMap(({ name, type, bytes }) => [
    Buffer.from(
      `--${boundary}\r\ncontent-disposition: form-data; name="${chance(random, 0.9) ? field : 'other'}"; ` +
        `filename="${name}"\r\ncontent-type: ${type}\r\n\r\n`,
    ),
    bytes,
    Buffer.from('\r\n'),
  ])
  const end = chance(random, 0.9) ? `--${boundary}--\r\n` : ''
  return { type: `multipart/form-data; boundary=${boundary}`, bytes: Buffer.concat([...parts, Buffer.from(end)]) }
}

const strangersFiles = [
  { name: 'clients.csv', type: 'text/csv', bytes: Buffer.from('Nom,Courriel\r\n"Jean ""le"" Grand",a@b.ca\r\n=1+1,\u0000\r\n') },
  { name: 'vide.csv', type: 'text/csv', bytes: Buffer.alloc(0) },
  {
    name: 'clients.xlsx',
    type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    bytes: Buffer.from('PK\u0003\u0004not a zip'),
  },
  { name: 'contrat.pdf', type: 'application/pdf', bytes: Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer<<>>\n%%EOF') },
  { name: '../../passwd', type: 'application/octet-stream', bytes: Buffer.from([0, 1, 2, 3, 255, 254]) },
  { name: 'é\u0000.csv', type: 'text/csv', bytes: Buffer.from([0xff, 0xfe, 0x41, 0x00, 0x0a]) },
]
