/** Pixel sizes of the `font` element's sizes 1 to 7. */
const SIZES = ['10px', '13px', '16px', '18px', '24px', '32px', '48px']

/**
 * Converts the attributes of an old element (`font`, `center`, `big`) to a style; other elements' attributes are
 * unchanged.
 */
export function fontStyle(tag: string, attributes: Readonly<Record<string, string>>): Record<string, string> {
  const { style = '', ...others } = attributes
  const styled = (text: string): Record<string, string> => ({
    ...others,
    style: `${text}; ${style}`,
  })
  if (tag === 'center') return styled('text-align: center')
  if (tag === 'address') return styled('font-style: italic')
  if (tag === 'big') return styled('font-size: larger')
  if (tag !== 'font') return { ...attributes }
  const { color = '', face = '', size = '' } = attributes
  // +1 and -1 are relative to the default size 3.
  const step = /^[+-]/.test(size) ? Math.min(7, Math.max(1, 3 + Number(size))) : Number(size)
  const px = SIZES[step - 1]
  return styled(
    [color && `color: ${color}`, face && `font-family: ${face}`, px && `font-size: ${px}`].filter(Boolean).join('; '),
  )
}
