import { makeStyles, Popover, PopoverSurface, PopoverTrigger, tokens } from '@fluentui/react-components'
import { ChoiceButton } from '#renderer/ui/fields/ChoiceButton.tsx'
import { TreeChoice, type TreeChoiceProps } from './TreeChoice.tsx'
import { uppermost } from './treeItems.ts'

const useStyles = makeStyles({
  trigger: { minWidth: '180px', maxWidth: '260px' },
  surface: {
    boxSizing: 'border-box',
    width: '400px',
    maxWidth: '90vw',
    height: 'min(420px, 60vh)',
    padding: tokens.spacingHorizontalS,
  },
})

/** So many titles are said. */
const SAID = 2

interface Props extends TreeChoiceProps {
  /** What can't be chosen yet, and why; undefined when it can. */
  notYet?: string | undefined
}

/** A button that says which lines of a tree narrow the list, and opens the tree to tick them; none stands for all. */
export function TreeFilter({ notYet, ...choice }: Props) {
  const styles = useStyles()
  const { label, items = [], keys, chosen } = choice
  const titles = uppermost(items, keys).map(({ title }) => title)
  const said = notYet ?? saidOf(label, titles, chosen)
  return (
    <Popover trapFocus positioning={{ position: 'below', align: 'start' }}>
      <PopoverTrigger disableButtonEnhancement>
        <ChoiceButton
          className={styles.trigger}
          disabled={notYet !== undefined}
          aria-label={`${label} ${said}`}
          title={titles.join('、') || said}
          text={said}
          isNothing={chosen === 0}
        />
      </PopoverTrigger>
      <PopoverSurface className={styles.surface} aria-label={label}>
        <TreeChoice {...choice} />
      </PopoverSurface>
    </Popover>
  )
}

/** What is chosen may not be known here yet, or not any more: it narrows all the same. */
function saidOf(label: string, titles: readonly string[], chosen: number): string {
  if (chosen === 0) return `全部${label}`
  if (titles.length === 0) return `已选 ${chosen} 个${label}`
  return titles.length > SAID ? `已选 ${titles.length} 个${label}` : titles.join('、')
}
