import { Button, makeStyles, mergeClasses, tokens } from '@fluentui/react-components'
import { CircleFilled, DismissRegular, WarningRegular } from '@fluentui/react-icons'
import { useUnsaved } from '#renderer/ui/page/unsaved.ts'
import type { OpenFile } from './openFiles.ts'
import type { SourceWords } from './source.ts'

const useStyles = makeStyles({
  strip: {
    display: 'flex',
    gap: tokens.spacingHorizontalXXS,
    overflowX: 'auto',
    listStyle: 'none',
    margin: 0,
    padding: `0 0 ${tokens.spacingVerticalXS}`,
    minHeight: '32px',
  },
  item: {
    display: 'flex',
    alignItems: 'center',
    flexShrink: 0,
    maxWidth: '240px',
    borderRadius: tokens.borderRadiusMedium,
    ':hover': { backgroundColor: tokens.colorSubtleBackgroundHover },
  },
  active: {
    backgroundColor: tokens.colorNeutralBackground1Selected,
    fontWeight: tokens.fontWeightSemibold,
    ':hover': { backgroundColor: tokens.colorNeutralBackground1Selected },
  },
  open: {
    display: 'flex',
    alignItems: 'center',
    gap: tokens.spacingHorizontalXS,
    minWidth: 0,
    height: '30px',
    padding: `0 ${tokens.spacingHorizontalXXS} 0 ${tokens.spacingHorizontalM}`,
    border: 'none',
    background: 'none',
    color: 'inherit',
    font: 'inherit',
    fontWeight: 'inherit',
    cursor: 'pointer',
    borderRadius: tokens.borderRadiusMedium,
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-2px' },
  },
  name: { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  edited: { fontSize: '8px', color: tokens.colorBrandForeground1, flexShrink: 0 },
  warning: { color: tokens.colorStatusWarningForeground1, flexShrink: 0 },
  close: { minWidth: '24px', width: '24px', height: '24px', padding: 0, marginInlineEnd: tokens.spacingHorizontalXXS },
})

interface Props {
  files: readonly OpenFile[]
  active: string | null
  words: SourceWords
  onActivate: (key: string) => void
  onClose: (key: string) => void
}

/** A·§2: a tab per open file, with the edited marker and a close icon. Middle click and Delete close, too. */
export function FileTabs({ files, active, words, onActivate, onClose }: Props) {
  const styles = useStyles()
  const noticeOf = ({ server }: OpenFile): string => (server === 'same' ? '' : words.notices[server].title)
  return (
    <ul className={styles.strip} aria-label="打开的文件">
      {files.map((file) => (
        <li
          key={file.key}
          className={mergeClasses(styles.item, file.key === active && styles.active)}
          onAuxClick={(event) => event.button === 1 && onClose(file.key)}
        >
          <Unsaved file={file} title={words.unsaved(file.key)} />
          <button
            type="button"
            className={styles.open}
            title={[file.key, noticeOf(file)].filter(Boolean).join('\n')}
            aria-current={file.key === active ? 'true' : undefined}
            onClick={() => onActivate(file.key)}
            onKeyDown={(event) => event.key === 'Delete' && onClose(file.key)}
          >
            <span className={styles.name}>{file.name}</span>
            {file.edited && <CircleFilled className={styles.edited} aria-label="已修改" />}
            {file.server !== 'same' && <WarningRegular className={styles.warning} aria-label={noticeOf(file)} />}
          </button>
          <Button
            className={styles.close}
            appearance="transparent"
            size="small"
            icon={<DismissRegular />}
            aria-label={`关闭 ${file.name}`}
            onClick={() => onClose(file.key)}
          />
        </li>
      ))}
    </ul>
  )
}

/** Closing the page, its tab or the window asks about every edited file. */
function Unsaved({ file, title }: { file: OpenFile; title: string }) {
  useUnsaved(file.key, title, file.edited)
  return null
}
