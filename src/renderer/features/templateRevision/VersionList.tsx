import { makeStyles, mergeClasses, Text, tokens } from '@fluentui/react-components'
import type { TemplateRevision } from '#shared/contract/templateRevision.ts'
import { formatBytes } from '#shared/util/bytes.ts'
import { arrowKeys } from '#renderer/ui/focus/arrowKeys.ts'

const useStyles = makeStyles({
  list: { listStyle: 'none', margin: 0, padding: 0, overflowY: 'auto', minHeight: 0, flex: '1 1 auto' },
  line: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) auto',
    gap: `0 ${tokens.spacingHorizontalS}`,
    width: '100%',
    padding: `${tokens.spacingVerticalXS} ${tokens.spacingHorizontalS}`,
    border: 'none',
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: 'transparent',
    color: tokens.colorNeutralForeground1,
    font: 'inherit',
    textAlign: 'start',
  },
  choice: {
    cursor: 'pointer',
    ':hover': { backgroundColor: tokens.colorSubtleBackgroundHover },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-2px' },
  },
  chosen: {
    backgroundColor: tokens.colorNeutralBackground1Selected,
    ':hover': { backgroundColor: tokens.colorNeutralBackground1Selected },
  },
  end: { justifySelf: 'end' },
  faint: { color: tokens.colorNeutralForeground3 },
})

const arrows = arrowKeys('vertical')

interface Props {
  versions: readonly TemplateRevision[]
  chosen: number
  onChoose: (id: number) => void
}

/** Versions of a file, newest first, with its removals and renames between them. */
export function VersionList({ versions, chosen, onChoose }: Props) {
  const styles = useStyles()
  return (
    <ul ref={arrows} className={styles.list} aria-label="历史版本">
      {versions.map((version) => (
        <li key={version.id}>
          {isVersion(version) ? (
            <button
              type="button"
              className={mergeClasses(styles.line, styles.choice, version.id === chosen && styles.chosen)}
              aria-current={version.id === chosen}
              onClick={() => onChoose(version.id)}
            >
              <Line version={version} />
            </button>
          ) : (
            <div className={mergeClasses(styles.line, styles.faint)}>
              <Line version={version} />
            </div>
          )}
        </li>
      ))}
    </ul>
  )
}

/** Whether an entry is a version and not a removal or a rename. */
export const isVersion = ({ kind }: TemplateRevision): boolean => kind !== 'remove' && kind !== 'rename'

/** The action that created a version, removed or renamed the file. */
const KIND_LABELS: Record<TemplateRevision['kind'], string> = {
  save: '在编辑器中保存',
  new: '新建',
  upload: '上传',
  unzip: '解压',
  sync: '同步',
  publish: '发布或还原',
  restore: '还原历史版本',
  found: '更早的内容',
  remove: '删除',
  rename: '重命名',
}

function Line({ version }: { version: TemplateRevision }) {
  const styles = useStyles()
  const { date, by, kind, machine, size, isCurrent, note } = version
  const how = [KIND_LABELS[kind], machine && `（${machine}）`, note && `，原名 ${note}`].filter(Boolean).join('')
  return (
    <>
      <Text weight={isCurrent ? 'semibold' : 'regular'} wrap={false}>
        {date}
      </Text>
      <Text size={200} className={styles.end}>
        {isCurrent ? '当前版本' : ''}
      </Text>
      <Text size={200} className={styles.faint} truncate wrap={false} title={how}>
        {[by || '未知', how].join(' · ')}
      </Text>
      <Text size={200} className={mergeClasses(styles.faint, styles.end)}>
        {isVersion(version) ? formatBytes(size) : ''}
      </Text>
    </>
  )
}
