import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { chromium } from 'playwright'
import { icns, ico, type Png } from './containers.ts'

/** Renders resources/icons/icon.svg in all sizes and containers; run it after changing the drawing. */
const FOLDER = new URL('../../resources/icons/', import.meta.url)
/** Icons of the page's manifest. */
const WEB = new URL('../../resources/web/icons/', import.meta.url)
const SIZES = [16, 24, 32, 48, 64, 128, 192, 256, 512, 1024]
const DEBIAN = '/usr/bin/chromium'

const svg = (await readFile(new URL('icon.svg', FOLDER))).toString('base64')
const browser = await chromium.launch(existsSync(DEBIAN) ? { executablePath: DEBIAN, chromiumSandbox: false } : {})
const page = await browser.newPage()
const images: Png[] = []
for (const size of SIZES) {
  await page.setViewportSize({ width: size, height: size })
  await page.setContent(
    `<style>*{margin:0}img{display:block}</style><img width="${size}" height="${size}" src="data:image/svg+xml;base64,${svg}">`,
  )
  images.push({ size, bytes: await page.screenshot({ omitBackground: true }) })
}
await browser.close()

await mkdir(new URL('linux/', FOLDER), { recursive: true })
for (const { size, bytes } of images.filter((image) => image.size <= 512 && image.size !== 192)) {
  await writeFile(new URL(`linux/${size}x${size}.png`, FOLDER), bytes)
}
for (const { size, bytes } of images.filter((image) => image.size === 192 || image.size === 512))
  await writeFile(new URL(`icon-${size}.png`, WEB), bytes)
await writeFile(new URL('icon.png', FOLDER), images.find(({ size }) => size === 256)?.bytes ?? '')
await writeFile(new URL('icon.ico', FOLDER), ico(images.filter(({ size }) => size <= 256 && size !== 192)))
await writeFile(new URL('icon.icns', FOLDER), icns(images.filter(({ size }) => size !== 192)))
