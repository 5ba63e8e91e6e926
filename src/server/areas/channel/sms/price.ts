import { countSmsSegments, smsText, smsValue } from '#shared/domain/smsText.ts'

/** Price units per yuan. */
export const PRICE_UNITS = 10_000

interface Content {
  templateContent: string
  signName: string
  params: readonly { name: string; value: string }[]
}

/**
 * Total number of SMS segments for all recipients. Texts can contain the recipient's name, so counts are cached per
 * name.
 */
export function countSegments(content: Content, recipients: readonly { name: string }[]): number {
  const countByName = new Map<string, number>()
  let total = 0
  for (const { name } of recipients) {
    const cached = countByName.get(name)
    const count = cached ?? countSmsSegments(renderText(content, name))
    if (cached === undefined) countByName.set(name, count)
    total += count
  }
  return total
}

const renderText = ({ templateContent, signName, params }: Content, name: string): string =>
  smsText(templateContent, signName, Object.fromEntries(params.map((each) => [each.name, smsValue(each.value, name)])))
