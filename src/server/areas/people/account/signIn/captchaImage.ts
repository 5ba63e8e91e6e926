import { randomInt } from 'node:crypto'
import svgCaptcha from 'svg-captcha'
import { sharp } from '#server/sharp.ts'

/** The image is drawn enlarged by this factor, distorted and then reduced, so that no contour matches the font. */
const SCALE = 4
/** Light in both themes, so that the dark letters stay readable. */
const BACKGROUND = [243, 246, 248] as const

/** Without characters that look alike in this font: 0 O, 1 I L, 2 Z, 4 A, 5 S, 6 G, 7 T, 8 B, Q, U V. */
const LETTERS = 'ACDEFHJKMNPRTWXY39'

export const generateCaptchaText = (length: number): string =>
  Array.from({ length }, () => LETTERS[randomInt(LETTERS.length)] ?? '').join('')

interface Size {
  width: number
  height: number
}

/** The part of opentype.js used here; svg-captcha has no types for it. */
interface Glyphs {
  getPath(
    text: string,
    x: number,
    y: number,
    fontSize: number,
  ): {
    toPathData(decimals: number): string
    getBoundingBox(): { x1: number; y1: number; x2: number; y2: number }
  }
}

const font = (svgCaptcha.options as unknown as { font: Glyphs }).font

/** Random number, evenly distributed. */
const randomBetween = (from: number, to: number): number => from + ((to - from) * randomInt(1_000_001)) / 1_000_000
const withRandomSign = (size: number): number => (randomInt(2) === 0 ? -size : size)

/**
 * Draws the text as a PNG: touching letters, each rotated and skewed, crossed by strokes in the text and background
 * colours, distorted as a whole and with noise. Nothing in the file reveals the order of the letters.
 */
export async function drawCaptcha(text: string, { width, height }: Size): Promise<Buffer> {
  const size = { width: width * SCALE, height: height * SCALE }
  const { data } = await sharp(Buffer.from(createSvg(text, size)))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const pixels = addNoise(distortAndReduce(data, size, { width, height }))
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer()
}

function createSvg(text: string, { width, height }: Size): string {
  const ink = `hsl(${randomInt(360)} 60% ${randomInt(22, 32)}%)`
  const paper = `rgb(${BACKGROUND.join(' ')})`
  const slot = width / (text.length + 0.3)
  const letters = [...text].map((letter, at) => {
    const path = font.getPath(letter, 0, 0, height)
    const { x1, y1, x2, y2 } = path.getBoundingBox()
    const tall = (height * randomBetween(0.72, 0.84)) / (y2 - y1)
    const wide = Math.min(tall * randomBetween(1.1, 1.5), (slot * 1.12) / (x2 - x1))
    const x = slot * (at + 0.65) + randomBetween(-0.08, 0.08) * slot
    const y = height / 2 + randomBetween(-0.03, 0.03) * height
    const turned = `translate(${x} ${y}) rotate(${randomBetween(-16, 16)}) skewX(${randomBetween(-14, 14)}) scale(${wide} ${tall})`
    return `<path transform="${turned} translate(${-(x1 + x2) / 2} ${-(y1 + y2) / 2})" d="${path.toPathData(1)}"/>`
  })
  const stroke = (colour: string, thick: number): string => {
    const heights = [0, 1, 2, 3].map(() => randomBetween(0.15, 0.85) * height)
    const d = `M0 ${heights[0]} C${width / 3} ${heights[1]} ${(width * 2) / 3} ${heights[2]} ${width} ${heights[3]}`
    return `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${thick * height}"/>`
  }
  const short = (): string => {
    const [x, y] = [randomBetween(0, width), randomBetween(0, height)]
    const line = `M${x} ${y} l${withRandomSign(randomBetween(0.15, 0.35) * height)} ${withRandomSign(randomBetween(0.15, 0.35) * height)}`
    return `<path d="${line}" stroke="${ink}" stroke-width="${0.04 * height}"/>`
  }
  const strokes = [stroke(paper, 0.03), stroke(ink, 0.04), stroke(ink, 0.035), ...Array.from({ length: 4 }, short)]
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="${paper}"/><g fill="${ink}" stroke="${ink}" stroke-width="${randomBetween(0.012, 0.03) * height}">${letters.join('')}</g>${strokes.join('')}</svg>`
}

/** Distorts the image with waves and reduces it by averaging. */
function distortAndReduce(source: Buffer, from: Size, to: Size): Buffer {
  const wave = (maxSize: number, length: number) => {
    const [size, turn, phase] = [
      withRandomSign(randomBetween(0.6, 1) * maxSize),
      (2 * Math.PI) / (length * randomBetween(0.8, 1.3)),
      randomBetween(0, 6.3),
    ]
    return (at: number): number => size * Math.sin(at * turn + phase)
  }
  const [across, along] = [wave(from.height * 0.075, from.height * 1.1), wave(from.height * 0.08, from.width / 2.6)]
  const colourAt = (fx: number, fy: number, channel: number): number => {
    const [sx, sy] = [Math.round(fx + across(fy)), Math.round(fy + along(fx))]
    const isInside = sx >= 0 && sy >= 0 && sx < from.width && sy < from.height
    return (isInside ? source[(sy * from.width + sx) * 3 + channel] : BACKGROUND[channel]) ?? 0
  }
  const meanAt = (x: number, y: number, channel: number): number => {
    let sum = 0
    for (let part = 0; part < SCALE ** 2; part++)
      sum += colourAt(x * SCALE + (part % SCALE), y * SCALE + Math.floor(part / SCALE), channel)
    return sum / SCALE ** 2
  }
  const result = Buffer.alloc(to.width * to.height * 3)
  for (let index = 0; index < result.length; index++) {
    const pixel = Math.floor(index / 3)
    result[index] = meanAt(pixel % to.width, Math.floor(pixel / to.width), index % 3)
  }
  return result
}

/** Adds noise, so that no area has a uniform colour. */
function addNoise(pixels: Buffer): Buffer {
  for (let index = 0; index < pixels.length; index += 3) {
    const grain = randomBetween(-16, 16) - (randomInt(30) === 0 ? randomBetween(20, 80) : 0)
    for (let c = 0; c < 3; c++) pixels[index + c] = Math.min(255, Math.max(0, (pixels[index + c] ?? 0) + grain))
  }
  return pixels
}
