import { makeStyles, ToggleButton, tokens, Tooltip } from '@fluentui/react-components'
import { AppsListRegular, type FluentIcon, GridRegular } from '@fluentui/react-icons'
import type { Settings } from '#shared/contract/host.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { useWrite } from '#renderer/data/useWrite.ts'

type LibraryView = Settings['libraryView']

const useStyles = makeStyles({ root: { display: 'flex', gap: tokens.spacingHorizontalXXS } })

const VIEWS: readonly { view: LibraryView; title: string; icon: FluentIcon }[] = [
  { view: 'grid', title: '缩略图', icon: GridRegular },
  { view: 'list', title: '列表', icon: AppsListRegular },
]

/** The view of the files, stored in the settings of the program. */
export const useLibraryView = (): LibraryView =>
  useRead('settings.get', {}, { quiet: true }).data?.libraryView ?? 'grid'

/** Chooses between thumbnails and a table. */
export function ViewChoice() {
  const styles = useStyles()
  const chosen = useLibraryView()
  const save = useWrite('settings.set', { success: false })
  return (
    <div className={styles.root} role="group" aria-label="显示方式">
      {VIEWS.map(({ view, title, icon: Icon }) => (
        <Tooltip key={view} content={title} relationship="label">
          <ToggleButton
            appearance="subtle"
            icon={<Icon />}
            checked={view === chosen}
            onClick={() => save.mutate({ libraryView: view })}
          />
        </Tooltip>
      ))}
    </div>
  )
}
