import { Button, makeStyles, tokens } from '@fluentui/react-components'
import { DismissRegular, ImageRegular } from '@fluentui/react-icons'
import { useEffect, useState } from 'react'
import { readAsDataUrl } from '#renderer/features/media/cropper/crop.ts'
import { keyOf } from './chooseImages.ts'

const useStyles = makeStyles({
  list: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fill, minmax(112px, 1fr))',
    gap: tokens.spacingHorizontalS,
    listStyle: 'none',
    margin: 0,
    padding: 0,
  },
  image: {
    position: 'relative',
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusMedium,
    overflow: 'hidden',
  },
  picture: {
    display: 'grid',
    placeItems: 'center',
    height: '80px',
    width: '100%',
    objectFit: 'contain',
    backgroundColor: tokens.colorNeutralBackground4,
    color: tokens.colorNeutralForeground3,
    fontSize: '24px',
  },
  name: {
    padding: `${tokens.spacingVerticalXXS} ${tokens.spacingHorizontalXS}`,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    fontSize: tokens.fontSizeBase200,
  },
  remove: { position: 'absolute', top: '2px', right: '2px', backgroundColor: tokens.colorNeutralBackground1 },
})

interface Props {
  files: readonly File[]
  onRemove: (file: File) => void
}

/** The images that are about to be uploaded. */
export function ChosenImages({ files, onRemove }: Props) {
  const styles = useStyles()
  return (
    <ul className={styles.list} aria-label="待上传的图片">
      {files.map((file) => (
        <li key={keyOf(file)} className={styles.image} title={file.name}>
          <Picture file={file} />
          <span className={styles.name}>{file.name}</span>
          <Button
            className={styles.remove}
            size="small"
            icon={<DismissRegular />}
            aria-label={`移除 ${file.name}`}
            onClick={() => onRemove(file)}
          />
        </li>
      ))}
    </ul>
  )
}

function Picture({ file }: { file: File }) {
  const styles = useStyles()
  const [url, setUrl] = useState('')
  const [broken, setBroken] = useState(false)
  useEffect(() => {
    let isActive = true
    readAsDataUrl(file).then(
      (read) => isActive && setUrl(read),
      () => isActive && setBroken(true),
    )
    return () => {
      isActive = false
    }
  }, [file])
  return url && !broken ? (
    <img className={styles.picture} src={url} alt="" onError={() => setBroken(true)} />
  ) : (
    <span className={styles.picture}>
      <ImageRegular />
    </span>
  )
}
