import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components'
import { CheckmarkRegular } from '@fluentui/react-icons'
import type { LibraryItem } from '#shared/contract/attachment.ts'
import type { UploadKind } from '#shared/contract/upload.ts'
import { MediaThumb } from '../MediaThumb.tsx'

const useStyles = makeStyles({
  root: {
    position: 'relative',
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    padding: 0,
    font: 'inherit',
    color: tokens.colorNeutralForeground1,
    textAlign: 'start',
    cursor: 'pointer',
    borderRadius: tokens.borderRadiusMedium,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    backgroundColor: tokens.colorNeutralBackground1,
    overflow: 'hidden',
    ':hover': { border: `1px solid ${tokens.colorNeutralStroke1Hover}` },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '1px' },
  },
  chosen: {
    border: `1px solid ${tokens.colorCompoundBrandStroke}`,
    boxShadow: `0 0 0 1px ${tokens.colorCompoundBrandStroke}`,
  },
  picture: { height: '96px', backgroundColor: tokens.colorNeutralBackground4 },
  texts: { display: 'grid', padding: `${tokens.spacingVerticalXS} ${tokens.spacingHorizontalS}`, minWidth: 0 },
  line: { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  facts: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
  mark: {
    position: 'absolute',
    top: '6px',
    right: '6px',
    display: 'grid',
    placeItems: 'center',
    minWidth: '20px',
    height: '20px',
    borderRadius: tokens.borderRadiusCircular,
    backgroundColor: tokens.colorBrandBackground,
    color: tokens.colorNeutralForegroundOnBrand,
    fontSize: tokens.fontSizeBase200,
    lineHeight: 1,
  },
})

interface Props {
  item: LibraryItem
  kind: UploadKind
  /** Position among the chosen files, from 1; 0 when not chosen. */
  position: number
  many: boolean
  reachable: boolean
  onFocus: () => void
  onToggle: () => void
  onOpen: () => void
}

/** A file of the library; a chosen one shows its position in the choice. */
export function MediaOption({ item, kind, position, many, reachable, onFocus, onToggle, onOpen }: Props) {
  const styles = useStyles()
  const { oldName, imageWidth, imageHeight, fileSizeString } = item
  const facts = imageWidth > 0 ? `${imageWidth} × ${imageHeight}` : fileSizeString
  return (
    <button
      type="button"
      role="option"
      className={mergeClasses(styles.root, position > 0 && styles.chosen)}
      aria-selected={position > 0}
      aria-label={`${oldName}，${facts}${position > 0 && many ? `，第 ${position} 个` : ''}`}
      title={oldName}
      tabIndex={reachable ? 0 : -1}
      onFocus={onFocus}
      onClick={onToggle}
      onDoubleClick={many ? undefined : onOpen}
    >
      <span className={styles.picture}>
        <MediaThumb kind={kind} src={item.accessPath} thumb={item.thumbPath} />
      </span>
      <span className={styles.texts}>
        <span className={styles.line}>{oldName}</span>
        <span className={mergeClasses(styles.line, styles.facts)}>{facts}</span>
      </span>
      {position > 0 && (
        <span className={styles.mark} aria-hidden>
          {many ? position : <CheckmarkRegular />}
        </span>
      )}
    </button>
  )
}
