import { makeStyles, mergeClasses, Text, tokens } from '@fluentui/react-components'
import type { Workspace } from '#shared/contract/workspace.ts'
import { arrowKeys } from '#renderer/ui/focus/arrowKeys.ts'
import { StateBadges } from '#renderer/ui/feedback/StateBadges.tsx'
import { badgesOf } from '#renderer/features/workspaces/stateText.ts'

const useStyles = makeStyles({
  list: {
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalXS,
    listStyle: 'none',
    margin: 0,
    padding: 0,
    overflow: 'auto',
  },
  item: {
    display: 'grid',
    gap: tokens.spacingVerticalXS,
    width: '100%',
    padding: tokens.spacingHorizontalM,
    textAlign: 'start',
    font: 'inherit',
    color: tokens.colorNeutralForeground1,
    backgroundColor: tokens.colorNeutralBackground1,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusLarge,
    cursor: 'pointer',
    boxSizing: 'border-box',
    ':hover': { backgroundColor: tokens.colorNeutralBackground1Hover },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-2px' },
  },
  chosen: { border: `1px solid ${tokens.colorBrandStroke1}`, backgroundColor: tokens.colorBrandBackground2 },
  muted: { color: tokens.colorNeutralForeground3 },
})

interface Props {
  workspaces: readonly Workspace[]
  /** Id of the one that is shown. */
  chosen: string
  onChoose: (id: string) => void
}

/** All workspaces with their states; the arrow keys move between them. */
export function WorkspaceList({ workspaces, chosen, onChoose }: Props) {
  const styles = useStyles()
  return (
    <nav aria-label="本地工作区" ref={arrowKeys('vertical')}>
      <ul className={styles.list}>
        {workspaces.map((workspace) => (
          <li key={workspace.id}>
            <button
              type="button"
              className={mergeClasses(styles.item, workspace.id === chosen && styles.chosen)}
              aria-current={workspace.id === chosen ? 'true' : undefined}
              onClick={() => onChoose(workspace.id)}
            >
              <Text weight="semibold" truncate wrap={false} title={workspace.templateName}>
                {workspace.templateName}
              </Text>
              <Text size={200} className={styles.muted} truncate wrap={false} title={workspace.localPath}>
                {workspace.localPath}
              </Text>
              <StateBadges badges={badgesOf(workspace)} />
            </button>
          </li>
        ))}
      </ul>
    </nav>
  )
}
