import { Link, makeStyles, tokens } from '@fluentui/react-components'
import { useState } from 'react'
import type { UploadKind } from '#shared/contract/upload.ts'
import { extensionOf } from '#shared/domain/fileNames.ts'
import { MediaPreview } from '#renderer/ui/viewers/MediaPreview.tsx'
import { isWeb, nameOf } from '#renderer/features/media/picker/items.ts'
import { MediaThumb } from '#renderer/features/media/picker/MediaThumb.tsx'

const useStyles = makeStyles({
  list: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalM, margin: 0, padding: 0, listStyle: 'none' },
  item: { display: 'grid', gap: tokens.spacingVerticalXXS, justifyItems: 'start', maxWidth: '100%' },
  picture: {
    width: '160px',
    height: '110px',
    overflow: 'hidden',
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusMedium,
  },
  name: { maxWidth: '320px', overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap', textAlign: 'start' },
  image: { maxWidth: '160px' },
  muted: { color: tokens.colorNeutralForeground3, maxWidth: '320px', overflowWrap: 'anywhere' },
})

/** A file of an entry. */
export interface LinkedFile {
  src: string
  title: string
  /** What else is said of it. */
  more: string
}

/** Files of a field: pictures are seen, everything opens in a preview; those of the web in the browser. */
export function MediaLinks({ kind, files }: { kind: UploadKind; files: readonly LinkedFile[] }) {
  const styles = useStyles()
  const [at, setAt] = useState<number | null>(null)
  const own = files.filter(({ src }) => !isWeb(src))
  const shown = own.map(({ src, title }) => ({
    accessPath: src,
    oldName: title,
    extension: extensionOf(nameOf(src)),
    kind,
  }))
  return (
    <>
      <ul className={styles.list}>
        {files.map((file, index) => (
          <li key={`${file.src} ${index}`} className={styles.item}>
            {kind === 'image' && (
              <span className={styles.picture}>
                <MediaThumb kind={kind} src={file.src} />
              </span>
            )}
            {isWeb(file.src) ? (
              <Link className={styles.name} href={file.src} target="_blank" rel="noopener noreferrer" title={file.src}>
                {file.title}
              </Link>
            ) : (
              <Link as="button" className={styles.name} title={file.src} onClick={() => setAt(own.indexOf(file))}>
                {file.title}
              </Link>
            )}
            {file.more && <span className={styles.muted}>{file.more}</span>}
          </li>
        ))}
      </ul>
      {at !== null && <MediaPreview files={shown} at={at} onMove={setAt} onClose={() => setAt(null)} />}
    </>
  )
}
