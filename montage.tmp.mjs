import sharp from 'sharp'

const [out, ...files] = process.argv.slice(2)
const width = 390,
  height = 844
const images = await Promise.all(
  files.map(async (f, i) => ({
    input: await sharp(f).resize(width, height, { fit: 'contain', background: '#444' }).toBuffer(),
    left: i * (width + 10),
    top: 0,
  })),
)
await sharp({ create: { width: files.length * (width + 10), height, channels: 3, background: '#888' } })
  .composite(images)
  .png()
  .toFile(out)
