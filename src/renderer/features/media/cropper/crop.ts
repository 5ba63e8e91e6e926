/** A rectangle in the pixels of the rotated image. */
export interface CropArea {
  x: number
  y: number
  width: number
  height: number
}

export interface CropOutput {
  /** Pixels of the result. */
  width: number
  height: number
  type: 'image/png' | 'image/jpeg'
}

const JPEG_QUALITY = 0.92

/** Reads a file as a data URL, because the page's CSP allows images from there and not from blob URLs. */
export const readAsDataUrl = (file: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(typeof reader.result === 'string' ? reader.result : ''))
    reader.addEventListener('error', () => reject(reader.error ?? new Error('the file could not be read')))
    reader.readAsDataURL(file)
  })

/**
 * Loads an image.
 * @throws Error when the browser can't show it
 */
export async function loadImage(source: string): Promise<HTMLImageElement> {
  const image = new Image()
  image.src = source
  await image.decode()
  return image
}

/** Width and height of an image after rotation by quarter turns. */
export function rotatedSize(image: { width: number; height: number }, degrees: number): [number, number] {
  return degrees % 180 === 0 ? [image.width, image.height] : [image.height, image.width]
}

/** The file's name with the extension of the output type. */
export const croppedName = (name: string, type: CropOutput['type']): string =>
  `${name.replace(/(?<=.)\.[^.]+$/, '')}-裁剪.${type === 'image/png' ? 'png' : 'jpg'}`

/** Crops the area out of the image rotated by `degrees`, scaled to the wanted size. */
export async function cropImage(
  image: HTMLImageElement,
  area: CropArea,
  degrees: number,
  output: CropOutput,
  name: string,
): Promise<File> {
  const canvas = document.createElement('canvas')
  canvas.width = output.width
  canvas.height = output.height
  const context = canvas.getContext('2d')
  if (!context) throw new Error('the browser has no canvas')
  if (output.type === 'image/jpeg') {
    // JPEG has no transparency: without a background transparent pixels would become black.
    context.fillStyle = 'white'
    context.fillRect(0, 0, output.width, output.height)
  }
  context.imageSmoothingQuality = 'high'
  context.scale(output.width / area.width, output.height / area.height)
  context.translate(-area.x, -area.y)
  const size = { width: image.naturalWidth, height: image.naturalHeight }
  const [width, height] = rotatedSize(size, degrees)
  context.translate(width / 2, height / 2)
  context.rotate((degrees * Math.PI) / 180)
  context.drawImage(image, -size.width / 2, -size.height / 2)
  const blob = await new Promise<Blob | null>((resolve) => {
    canvas.toBlob(resolve, output.type, JPEG_QUALITY)
  })
  if (!blob) throw new Error('the canvas gave no image')
  return new File([blob], croppedName(name, output.type), { type: output.type })
}
