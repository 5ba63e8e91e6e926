import { makeStyles, mergeClasses, Text, tokens } from '@fluentui/react-components'
import { AddRegular, type FluentIcon } from '@fluentui/react-icons'
import { useNavigate } from 'react-router-dom'
import type { OverviewLink } from '#shared/contract/home.ts'
import { isSuper } from '#shared/domain/permissions.ts'
import { useAuthority } from '#renderer/data/useAuthority.ts'
import { useNavigation, useOpenScreen } from '#renderer/ui/page/navigation.ts'
import { BEGIN_PARAM } from '#renderer/ui/page/useAddressParam.ts'
import { findEntryColumns } from './newEntries.ts'

const useStyles = makeStyles({
  list: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fill, minmax(200px, 1fr))',
    gap: tokens.spacingVerticalM,
    listStyle: 'none',
    margin: 0,
    padding: 0,
  },
  entry: {
    display: 'flex',
    alignItems: 'center',
    gap: tokens.spacingHorizontalM,
    width: '100%',
    padding: tokens.spacingHorizontalL,
    font: 'inherit',
    textAlign: 'start',
    color: tokens.colorNeutralForeground1,
    backgroundColor: tokens.colorNeutralBackground1,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusLarge,
    cursor: 'pointer',
    ':hover': { backgroundColor: tokens.colorNeutralBackground1Hover },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '1px' },
  },
  icon: {
    display: 'grid',
    placeItems: 'center',
    width: '36px',
    height: '36px',
    fontSize: '20px',
    flexShrink: 0,
    color: tokens.colorBrandForeground1,
    backgroundColor: tokens.colorBrandBackground2,
    borderRadius: tokens.borderRadiusMedium,
  },
  texts: { display: 'grid', minWidth: 0 },
  cut: { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  muted: { color: tokens.colorNeutralForeground3 },
})

const MAX_TILES = 12
const MAX_NEW_ENTRY_TILES = 4
/** Order of the tiles: screens for daily work first, then screens for occasional settings. */
const TILE_ORDER = [
  '/data/resource',
  '/site/template/list',
  '/workspace',
  '/site/static-pages',
  '/site/column/list',
  '/index/web-analytics',
  '/content/publish-statistics',
  '/site/list',
  '/U176/U179',
  '/my/site-mail',
]
/** Order of the tiles for super administrators. */
const ADMIN_TILE_ORDER = [
  '/site/list',
  '/site/column/list',
  '/site/template/list',
  '/site/static-pages',
  '/system/account',
  '/system/user-group',
  '/system/log',
  '/index/web-analytics',
  ...TILE_ORDER,
]

interface Tile {
  key: string
  title: string
  note: string
  icon: FluentIcon
  open: () => void
}

/** Tiles that add entries to the account's columns, then tiles that open its screens. */
function useTiles(siteId: number, recentLinks: readonly OverviewLink[]): Tile[] {
  const open = useOpenScreen()
  const navigate = useNavigate()
  const who = useAuthority()
  const groups = useNavigation()
  const tileOrder = isSuper(who) ? ADMIN_TILE_ORDER : TILE_ORDER
  const rank = (path: string): number => {
    const at = tileOrder.indexOf(path)
    return at < 0 ? tileOrder.length : at
  }
  const startEntry = (path: string): void => void navigate(`${path}?${new URLSearchParams({ [BEGIN_PARAM]: '1' })}`)
  const columns = findEntryColumns(
    groups,
    who,
    siteId,
    recentLinks.map(({ path }) => path),
  )
  const entries = columns.slice(0, MAX_NEW_ENTRY_TILES).map(({ path, title }): Tile => {
    return { key: `new ${path}`, title, note: '新增内容', icon: AddRegular, open: () => startEntry(path) }
  })
  const screens = groups
    .flatMap(({ title: note, leaves }) => leaves.map((leaf) => ({ ...leaf, note })))
    .filter(({ path }) => path !== '/index')
    .toSorted((a, b) => rank(a.path) - rank(b.path))
    .map(({ path, title, note, icon }): Tile => ({ key: path, title, note, icon, open: () => open(path) }))
  return [...entries, ...screens].slice(0, MAX_TILES)
}

/** Shortcuts to the screens that the account needs most. */
export function QuickEntries({ siteId, lately: recentLinks }: { siteId: number; lately: readonly OverviewLink[] }) {
  const styles = useStyles()
  const tiles = useTiles(siteId, recentLinks)
  if (tiles.length === 0) return null
  return (
    <nav aria-label="快捷入口">
      <ul className={styles.list}>
        {tiles.map((tile) => (
          <li key={tile.key}>
            <button type="button" className={styles.entry} title={tile.title} onClick={tile.open}>
              <span className={styles.icon}>
                <tile.icon />
              </span>
              <span className={styles.texts}>
                <Text weight="semibold" className={styles.cut}>
                  {tile.title}
                </Text>
                {tile.note && (
                  <Text size={200} className={mergeClasses(styles.muted, styles.cut)}>
                    {tile.note}
                  </Text>
                )}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </nav>
  )
}
