import { Button, makeStyles, tokens } from '@fluentui/react-components'
import { CropRegular, DeleteRegular } from '@fluentui/react-icons'
import { useState } from 'react'
import { CropDialog } from '#renderer/features/media/cropper/CropDialog.tsx'
import { OwnAvatar } from '#renderer/features/session/OwnAvatar.tsx'
import { useOwnAvatar } from '#renderer/features/session/useOwnAvatar.ts'
import { PROFILE } from './text.ts'

const useStyles = makeStyles({
  row: { display: 'flex', alignItems: 'center', gap: tokens.spacingHorizontalM },
})

/** The portrait, cropped for this window alone (C·§2): nothing is uploaded that nobody would see again. */
export function AvatarRow() {
  const styles = useStyles()
  const { image, set } = useOwnAvatar()
  const [cropping, setCropping] = useState(false)
  const take = async (file: File): Promise<void> => {
    set(await dataUrl(file))
    setCropping(false)
  }
  return (
    <div role="group" aria-label={PROFILE.avatar} className={styles.row}>
      <OwnAvatar size={72} />
      <Button icon={<CropRegular />} onClick={() => setCropping(true)}>
        {PROFILE.crop}
      </Button>
      {image && (
        <Button appearance="subtle" icon={<DeleteRegular />} aria-label={PROFILE.remove} onClick={() => set('')} />
      )}
      {cropping && (
        <CropDialog
          title={PROFILE.crop}
          note={PROFILE.note}
          round
          onCropped={(file) => void take(file)}
          onClose={() => setCropping(false)}
        />
      )}
    </div>
  )
}

/** The page's policy shows pictures of its own origin and data URLs alone. */
const dataUrl = (file: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(typeof reader.result === 'string' ? reader.result : '')
    reader.onerror = () => reject(reader.error ?? new Error('the picture could not be read'))
    reader.readAsDataURL(file)
  })
