import { companyCalls } from '@bordee/core/companies/companies.calls.ts'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { openTestServer } from '../testing/server.ts'

const server = await openTestServer()
const { updateCurrentCompany, getCurrentCompany, listCompanies } = companyCalls

/** Only a header with these dimensions, without a picture. */
function png(width = 10, height = 10, padding = 0) {
  const bytes = Buffer.alloc(33 + padding)
  bytes.write('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1')
  bytes.writeUInt32BE(width, 16)
  bytes.writeUInt32BE(height, 20)
  return bytes
}
const jpeg = (side: number) => {
  const bytes = Buffer.from('ffd8ffe000104a46494600010100000100010000ffc0001108000000000301', 'hex')
  bytes.writeUInt16BE(side, 25)
  bytes.writeUInt16BE(side, 27)
  return bytes
}
const webp = (chunk: string, rest: string) =>
  Buffer.from(`52494646ffffffff57454250${Buffer.from(chunk).toString('hex')}ffffffff${rest}`, 'hex')
const dataUrl = (bytes: Buffer, type = 'png') => `data:image/${type};base64,${bytes.toString('base64')}`
const bytesOf = (url: string | null) => Buffer.from(url?.split(',')[1] ?? '', 'base64')

const drawing = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 4, background: { r: 23, g: 80, b: 74, alpha: 0.5 } } })

const logoOf = async (logo: string) => {
  const { owner } = await server.newCompany()
  const { status, body } = await owner.raw(updateCurrentCompany, { company: { logo } })
  expect(body).toMatchObject({ logo: expect.stringMatching(/^data:image/) })
  return { status, owner, logo: (body as { logo: string }).logo }
}

test.each(['png', 'jpeg', 'webp'] as const)('a %s is redrawn in the same format, no larger than needed', async (type) => {
  const { logo } = await logoOf(dataUrl(await drawing(2000, 500).toFormat(type).toBuffer(), type))
  expect(logo.startsWith(`data:image/${type};base64,`)).toBe(true)
  expect(await sharp(bytesOf(logo)).metadata()).toMatchObject({ format: type, width: 1024, height: 256, hasAlpha: type !== 'jpeg' })
})

test('everything but the picture is removed: metadata, and a page hidden behind it', async () => {
  const exif = { IFD0: { Copyright: 'secret-de-fabrique' }, IFD3: { GPSLatitude: '46/1 48/1 0/1' } }
  const photo = await drawing(60, 40).jpeg().withExif(exif).toBuffer()
  const polyglot = Buffer.concat([photo, Buffer.from('<script>alert(1)</script>')])
  expect(polyglot.toString('latin1')).toContain('secret-de-fabrique')

  const { logo, owner } = await logoOf(dataUrl(polyglot, 'jpeg'))
  const kept = bytesOf(logo)
  expect(kept.toString('latin1')).not.toMatch(/secret-de-fabrique|script|Exif/)
  expect(await sharp(kept).metadata()).toMatchObject({ width: 60, height: 40 })

  // Sent back unchanged, it stays the same.
  expect((await owner.raw(updateCurrentCompany, { company: { logo } })).body).toMatchObject({ logo })
})

test('a photo keeps its orientation', async () => {
  const photo = await drawing(60, 40).jpeg().withMetadata({ orientation: 6 }).toBuffer()
  expect(await sharp(bytesOf((await logoOf(dataUrl(photo, 'jpeg'))).logo)).metadata()).toMatchObject({ width: 40, height: 60 })
})

test('an invalid logo is refused, and the previous one stays', async () => {
  const { owner, super_admin: staff, companyId } = await server.newCompany()
  const set = (logo: unknown) => owner.raw(updateCurrentCompany, { company: { logo } })
  const good = await drawing(50, 50).png().toBuffer()
  const { logo: before } = (await set(dataUrl(good))).body as { logo: string }

  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')
  const hostile = [
    dataUrl(svg, 'svg+xml'),
    dataUrl(svg),
    dataUrl(Buffer.from('<script>alert(1)</script>'), 'jpeg'),
    dataUrl(good, 'jpeg'),
    dataUrl(good.subarray(0, good.length - 30)),
    dataUrl(await drawing(4097, 10).png().toBuffer()),
    dataUrl(png(10, 10)), // a header without a picture
    dataUrl(png(10, 0xffffffff)),
    dataUrl(png(0, 0)),
    dataUrl(jpeg(200), 'jpeg'),
    dataUrl(jpeg(5000), 'jpeg'),
    dataUrl(jpeg(200).subarray(0, 26), 'jpeg'),
    dataUrl(Buffer.from('ffd8ffe00000ffe00000ffe00000', 'hex'), 'jpeg'),
    dataUrl(webp('VP8X', 'ff'), 'webp'),
    dataUrl(webp('VP8X', '00000000c70000c70000'), 'webp'),
    dataUrl(webp('VP8L', '2fc7c0310000'), 'webp'),
    dataUrl(webp('VP8 ', '0000009d012ac800c800'), 'webp'),
    dataUrl(png(10, 10, 1024 * 1024)),
    `data:image/png,${good.toString('latin1')}`,
    'data:image/png;base64,',
    'data:image/png;base64,####',
    `${dataUrl(good)}" onerror="alert(1)`,
    'https://exemple.ca/logo.png',
    'javascript:alert(1)',
    '',
    12,
    [],
  ]
  for (const logo of hostile)
    expect(await set(logo), String(logo).slice(0, 60)).toMatchObject({
      status: 422,
      body: { formErrors: { company: { logo: expect.any(String) } } },
    })
  expect((await owner(getCurrentCompany)).logo).toBe(before)
  expect((await set(`data:image/png;base64,${'A'.repeat(2_000_000)}`)).status).toBe(413)
  expect((await staff(listCompanies)).find((one) => one.id === companyId)).toMatchObject({ logo: null })
  expect(await set(null)).toMatchObject({ status: 200, body: { logo: null } })
})

test('the logo of a company created by staff is redrawn too', async () => {
  const { admin } = await server.newCompany()
  const logo = dataUrl(await drawing(2000, 500).png().toBuffer())
  const company = { name: 'Neige', QEN: '1174829305', email: 'a@b.ca', phone: '4185550142', street: 'rue', city: 'Québec', zip: 'G1R1P8' }
  const made = await admin(companyCalls.createCompany, { company: { ...company, logo } })
  expect(await sharp(bytesOf(made.logo)).metadata()).toMatchObject({ format: 'png', width: 1024, height: 256 })
})
