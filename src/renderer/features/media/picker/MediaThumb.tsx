import { makeStyles, tokens } from '@fluentui/react-components'
import {
  DocumentRegular,
  type FluentIcon,
  GlobeRegular,
  ImageRegular,
  MusicNote2Regular,
  VideoClipRegular,
} from '@fluentui/react-icons'
import type { UploadKind } from '#shared/contract/upload.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { isWeb, nameOf, picturesOf } from './items.ts'

const useStyles = makeStyles({
  frame: {
    display: 'grid',
    placeItems: 'center',
    alignContent: 'center',
    gap: tokens.spacingVerticalXXS,
    width: '100%',
    height: '100%',
    overflow: 'hidden',
    backgroundColor: tokens.colorNeutralBackground4,
    color: tokens.colorNeutralForeground3,
    fontSize: '28px',
    lineHeight: 0,
  },
  image: { width: '100%', height: '100%', objectFit: 'contain' },
  extension: { fontSize: tokens.fontSizeBase200, lineHeight: tokens.lineHeightBase200, textTransform: 'uppercase' },
})

const ICONS: Readonly<Record<UploadKind, FluentIcon>> = {
  image: ImageRegular,
  file: DocumentRegular,
  video: VideoClipRegular,
  audio: MusicNote2Regular,
}

interface Props {
  kind: UploadKind
  /** accessPath or web address. */
  src: string
  /** Address of a small picture, when it is known. */
  thumb?: string
}

/**
 * A thumbnail of an image, an icon for other files; fills its container. Hidden from screen readers, as the name is
 * beside it. Images elsewhere on the web are not loaded: the CSP allows only the connected server's files.
 */
export function MediaThumb({ kind, src, thumb = '' }: Props) {
  const styles = useStyles()
  const [small = '', whole = ''] = kind === 'image' ? (thumb ? [thumb, src] : picturesOf(src)) : []
  const first = useRead('media.image', { accessPath: small }, { enabled: small !== '', quiet: true })
  const failed = first.error !== null || first.data?.dataUrl === ''
  const second = useRead('media.image', { accessPath: whole }, { enabled: failed && whole !== '', quiet: true })
  const dataUrl = first.data?.dataUrl || second.data?.dataUrl
  if (dataUrl) return <img className={styles.image} src={dataUrl} alt="" draggable={false} />
  const Icon = isWeb(src) ? GlobeRegular : ICONS[kind]
  const extension = /\.([a-z0-9]{1,5})$/i.exec(nameOf(src))?.[1]
  return (
    <span className={styles.frame} aria-hidden>
      <Icon />
      {extension && <span className={styles.extension}>{extension}</span>}
    </span>
  )
}
