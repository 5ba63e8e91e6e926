import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components'
import type { ContentEntry } from '#shared/contract/content.ts'
import { PROMOTIONS, type PromotionFlag } from '#shared/domain/promotions.ts'
import { FLAG_TAGS } from '#renderer/areas/content/text.ts'

const useStyles = makeStyles({
  tag: {
    flex: 'none',
    padding: `0 ${tokens.spacingHorizontalXS}`,
    borderRadius: tokens.borderRadiusSmall,
    fontSize: tokens.fontSizeBase100,
    lineHeight: '18px',
  },
  top: { backgroundColor: tokens.colorPaletteRedBackground2, color: tokens.colorPaletteRedForeground2 },
  hot: { backgroundColor: tokens.colorPaletteMarigoldBackground2, color: tokens.colorPaletteMarigoldForeground2 },
  elite: { backgroundColor: tokens.colorBrandBackground2, color: tokens.colorBrandForeground2 },
  more: { backgroundColor: tokens.colorNeutralBackground4, color: tokens.colorNeutralForeground2 },
})

const kindOf = (flag: PromotionFlag): 'top' | 'hot' | 'elite' =>
  flag.endsWith('Top') ? 'top' : flag.endsWith('Hot') ? 'hot' : 'elite'

/** More than these would leave the title no room. */
const SHOWN = 3

export const flagsOf = (entry: ContentEntry) => PROMOTIONS.filter(({ flag }) => entry[flag])

/** B·§2: where the entry is put forward; each tag says its full name as tooltip. Plain elements: lists draw many. */
export function PromotionTags({ entry }: { entry: ContentEntry }) {
  const styles = useStyles()
  const flags = flagsOf(entry)
  const shown = flags.length > SHOWN ? flags.slice(0, SHOWN - 1) : flags
  const rest = flags.slice(shown.length)
  return (
    <>
      {shown.map(({ flag, title }) => (
        <span key={flag} className={mergeClasses(styles.tag, styles[kindOf(flag)])} title={title}>
          {FLAG_TAGS[flag]}
        </span>
      ))}
      {rest.length > 0 && (
        <span className={mergeClasses(styles.tag, styles.more)} title={rest.map(({ title }) => title).join('、')}>
          +{rest.length}
        </span>
      )}
    </>
  )
}
