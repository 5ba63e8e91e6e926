import { Link, makeStyles, Text, tokens } from '@fluentui/react-components'
import { useState } from 'react'
import { choicesIn, dictionaryOf } from '#shared/domain/contentFields.ts'
import { MULTI_LEVEL } from '#shared/domain/relationMark.ts'
import { assertNever } from '#shared/util/assertNever.ts'
import type { UploadKind } from '#shared/contract/upload.ts'
import { extensionOf } from '#shared/domain/fileNames.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { isWeb, nameOf, titleOf } from '#renderer/features/media/picker/items.ts'
import { MediaPreview } from '#renderer/ui/viewers/MediaPreview.tsx'
import { MediaThumb } from '#renderer/features/media/picker/MediaThumb.tsx'
import type { ShownField } from './useFieldWords.ts'
import { itemsOf } from './values.ts'
import { labelPageInput } from './labelPageInput.ts'
import { useRelatedTitles } from './useRelated.ts'
import { pathTitles } from './treePath.ts'
import { HtmlContent } from './HtmlContent.tsx'

const useStyles = makeStyles({
  text: { whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' },
  none: { color: tokens.colorNeutralForeground3 },
})

interface Props {
  field: ShownField
  text: string
  siteId: number
}

/** A field's value, displayed by its type (B·§2). */
export function FieldValue({ field, text, siteId }: Props) {
  const styles = useStyles()
  if (text === '' || text === '[]') return <Text className={styles.none}>（空）</Text>
  switch (field.fieldType) {
    case 'SingleLine':
      if (dictionaryOf(field)?.type === MULTI_LEVEL) return <TreePath field={field} text={text} />
      return <Text className={styles.text}>{dictionaryOf(field) ? choicesIn(text).join('、') : text}</Text>
    case 'MultiLine':
    case 'Date':
    case 'DateTime':
      return <Text className={styles.text}>{text}</Text>
    case 'Editor':
      return <HtmlContent html={text} />
    case 'Photo':
      return <MediaLinks kind="image" files={[oneFile(text)]} />
    case 'Video':
      return <MediaLinks kind="video" files={[oneFile(text)]} />
    case 'File':
      return <MediaLinks kind="file" files={[oneFile(text)]} />
    case 'BatchPhoto':
      return <MediaLinks kind="image" files={manyFiles(text)} />
    case 'BatchVideo':
      return <MediaLinks kind="video" files={manyFiles(text)} />
    case 'BatchFile':
      return <MediaLinks kind="file" files={manyFiles(text)} />
    case 'RelationContent':
      return <Related field={field} text={text} siteId={siteId} />
    case 'RelationLabel':
      return <Labels text={text} siteId={siteId} />
    default:
      return assertNever(field.fieldType, 'field type')
  }
}

const oneFile = (src: string): LinkedFile => ({ src, title: nameOf(src), more: '' })
const manyFiles = (text: string): LinkedFile[] =>
  itemsOf(text).map((item) => ({
    src: item.src,
    title: titleOf(item),
    more: [item.subTitle, item.note, item.link].filter(Boolean).join(' · '),
  }))

function TreePath({ field, text }: Pick<Props, 'field' | 'text'>) {
  const { data, isError } = useRead('classify.getTree', { id: dictionaryOf(field)?.id ?? 0 }, { quiet: true })
  return <Text>{data || isError ? pathTitles(data ?? [], choicesIn(text)).join(' / ') : '…'}</Text>
}

function Related({ field, text, siteId }: Props) {
  const styles = useStyles()
  const ids = choicesIn(text)
  const titleOfId = useRelatedTitles(field, siteId, ids)
  return <Text className={styles.text}>{ids.map(titleOfId).join('\n')}</Text>
}

function Labels({ text, siteId }: Pick<Props, 'text' | 'siteId'>) {
  const { data, isError } = useRead('label.page', labelPageInput(siteId), { quiet: true })
  const titles = choicesIn(text).map(
    (id) => data?.content.find((label) => String(label.id) === id)?.title ?? `编号 ${id}`,
  )
  return <Text>{data || isError ? titles.join('、') : '…'}</Text>
}

const useMediaLinksStyles = makeStyles({
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
interface LinkedFile {
  src: string
  title: string
  /** Its other texts. */
  more: string
}

/** Files of a field: pictures have thumbnails; files open in a preview, those on the web in the browser. */
function MediaLinks({ kind, files }: { kind: UploadKind; files: readonly LinkedFile[] }) {
  const styles = useMediaLinksStyles()
  const [at, setAt] = useState<number | null>(null)
  const onServer = files.filter(({ src }) => !isWeb(src))
  const previewFiles = onServer.map(({ src, title }) => ({
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
              <Link as="button" className={styles.name} title={file.src} onClick={() => setAt(onServer.indexOf(file))}>
                {file.title}
              </Link>
            )}
            {file.more && <span className={styles.muted}>{file.more}</span>}
          </li>
        ))}
      </ul>
      {at !== null && <MediaPreview files={previewFiles} at={at} onMove={setAt} onClose={() => setAt(null)} />}
    </>
  )
}
