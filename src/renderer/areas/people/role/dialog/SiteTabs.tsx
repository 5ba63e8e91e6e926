import { Input, makeStyles, mergeClasses, tokens } from '@fluentui/react-components'
import { SearchRegular } from '@fluentui/react-icons'
import { type KeyboardEvent, type ReactNode, useId, useState } from 'react'
import { partOf } from '#renderer/ui/search/nameMatch.ts'
import { isChanged, type SiteTicks, countTickedMenus } from './siteTicks.ts'

/** Number of sites above which a search field is shown. */
const SEARCH_ABOVE = 8

const useStyles = makeStyles({
  root: { display: 'grid', gridTemplateColumns: '168px minmax(0, 1fr)', gap: tokens.spacingHorizontalM, minHeight: 0 },
  side: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalS, minHeight: 0 },
  list: { display: 'flex', flexDirection: 'column', gap: '2px', overflowY: 'auto', minHeight: 0 },
  tab: {
    display: 'flex',
    alignItems: 'center',
    gap: tokens.spacingHorizontalXS,
    flex: 'none',
    padding: `${tokens.spacingVerticalSNudge} ${tokens.spacingHorizontalS}`,
    border: 'none',
    borderRadius: tokens.borderRadiusMedium,
    background: 'none',
    font: 'inherit',
    color: tokens.colorNeutralForeground2,
    textAlign: 'start',
    cursor: 'pointer',
    ':hover': { backgroundColor: tokens.colorSubtleBackgroundHover, color: tokens.colorNeutralForeground1 },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-2px' },
  },
  selected: {
    backgroundColor: tokens.colorSubtleBackgroundSelected,
    color: tokens.colorNeutralForeground1,
    fontWeight: tokens.fontWeightSemibold,
    boxShadow: `inset 3px 0 0 ${tokens.colorCompoundBrandStroke}`,
  },
  name: { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap', flex: '1 1 auto' },
  count: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200, fontWeight: 'normal' },
  dot: { width: '6px', height: '6px', flex: 'none', borderRadius: '50%', backgroundColor: tokens.colorBrandBackground },
  panel: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalS, minHeight: 0, minWidth: 0 },
})

const ARROW_STEPS: Record<string, number | undefined> = { ArrowDown: 1, ArrowUp: -1 }

interface Props {
  sites: readonly SiteTicks[]
  selected: number
  onSelect: (siteId: number) => void
  /** Content of the selected tab. */
  children: ReactNode
}

/** One tab per site (C·§2), in a column, because there may be many. Each tab shows the number of ticked menus. */
export function SiteTabs({ sites, selected, onSelect, children }: Props) {
  const styles = useStyles()
  const base = useId()
  const [text, setText] = useState('')
  const shown = sites.filter(({ siteId, siteName }) => siteId === selected || partOf(siteName, text))
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const at = shown.findIndex(({ siteId }) => siteId === selected)
    const step = ARROW_STEPS[event.key]
    const next = step ? (at + step + shown.length) % shown.length : { Home: 0, End: shown.length - 1 }[event.key]
    const site = next === undefined ? undefined : shown[next]
    if (!site) return
    event.preventDefault()
    onSelect(site.siteId)
    event.currentTarget.querySelectorAll<HTMLElement>('[role=tab]')[next ?? 0]?.focus()
  }
  return (
    <div className={styles.root}>
      <div className={styles.side}>
        {sites.length > SEARCH_ABOVE && (
          <Input
            size="small"
            contentBefore={<SearchRegular />}
            placeholder="搜索站点"
            aria-label="搜索站点"
            value={text}
            onChange={(_event, { value }) => setText(value)}
          />
        )}
        <div
          className={styles.list}
          role="tablist"
          aria-orientation="vertical"
          aria-label="站点"
          tabIndex={-1}
          onKeyDown={onKeyDown}
        >
          {shown.map((site) => (
            <button
              key={site.siteId}
              type="button"
              role="tab"
              id={`${base}-${site.siteId}`}
              title={site.siteName}
              className={mergeClasses(styles.tab, site.siteId === selected && styles.selected)}
              aria-selected={site.siteId === selected}
              aria-controls={`${base}-panel`}
              tabIndex={site.siteId === selected ? 0 : -1}
              onClick={() => onSelect(site.siteId)}
            >
              <span className={styles.name}>{site.siteName}</span>
              {isChanged(site) && <span className={styles.dot} role="img" aria-label="有改动" />}
              <span className={styles.count}>{countTickedMenus(site) || ''}</span>
            </button>
          ))}
        </div>
      </div>
      <div className={styles.panel} role="tabpanel" id={`${base}-panel`} aria-labelledby={`${base}-${selected}`}>
        {children}
      </div>
    </div>
  )
}
