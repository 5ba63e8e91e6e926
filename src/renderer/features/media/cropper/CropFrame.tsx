import { Button, Field, makeStyles, Slider, Text, tokens } from '@fluentui/react-components'
import {
  ArrowResetRegular,
  ArrowRotateClockwiseRegular,
  ArrowRotateCounterclockwiseRegular,
} from '@fluentui/react-icons'
import type { KeyboardEvent } from 'react'
import Cropper from 'react-easy-crop'
import 'react-easy-crop/react-easy-crop.css'
import type { CropArea } from './crop.ts'
import type { CropSource } from './useCropSource.ts'

const useStyles = makeStyles({
  frame: {
    position: 'relative',
    height: '320px',
    flexShrink: 0,
    overflow: 'hidden',
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorNeutralBackgroundStatic,
  },
  area: { ':focus-visible': { outline: `3px solid ${tokens.colorBrandStroke1}`, outlineOffset: '2px' } },
  tools: { display: 'flex', flexWrap: 'wrap', alignItems: 'end', gap: tokens.spacingHorizontalS },
  // The slider has forty steps; their marks would look like a dashed line.
  rail: { '::before': { backgroundImage: 'none' } },
  zoom: { flex: '1 1 200px' },
  muted: { color: tokens.colorNeutralForeground3 },
})

const MAX_ZOOM = 5
const ZOOM_STEP = 0.1

/** Position, scale and rotation of the image under the frame. */
export interface Pose {
  crop: { x: number; y: number }
  zoom: number
  /** Quarter turns in degrees. */
  rotation: number
}
export const INITIAL_POSE: Pose = { crop: { x: 0, y: 0 }, zoom: 1, rotation: 0 }

interface Props {
  source: CropSource
  /** Width by height of the result. */
  aspect: number
  round: boolean
  pose: Pose
  onPose: (change: (pose: Pose) => Pose) => void
  onArea: (area: CropArea) => void
}

const clampZoom = (zoom: number): number => Math.round(Math.min(MAX_ZOOM, Math.max(1, zoom)) * 100) / 100

/** An image under a crop frame: dragging or arrow keys move it; the wheel, + and − and the slider scale it. */
export function CropFrame({ source, aspect, round, pose, onPose, onArea }: Props) {
  const styles = useStyles()
  const zoomTo = (zoom: number): void => onPose((now) => ({ ...now, zoom: clampZoom(zoom) }))
  const turn = (by: number): void =>
    onPose((now) => ({ ...now, crop: INITIAL_POSE.crop, rotation: (now.rotation + by + 360) % 360 }))
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === '+' || event.key === '=') zoomTo(pose.zoom + ZOOM_STEP)
    else if (event.key === '-') zoomTo(pose.zoom - ZOOM_STEP)
    else if (event.key === '0') onPose((now) => ({ ...INITIAL_POSE, rotation: now.rotation }))
    else return
    event.preventDefault()
  }
  return (
    <>
      <div className={styles.frame} role="presentation" onKeyDown={onKeyDown}>
        <Cropper
          disableAutomaticStylesInjection
          image={source.url}
          {...pose}
          aspect={aspect}
          cropShape={round ? 'round' : 'rect'}
          maxZoom={MAX_ZOOM}
          keyboardStep={5}
          classes={{ cropAreaClassName: styles.area }}
          mediaProps={{ alt: '' }}
          cropperProps={{
            role: 'group',
            'aria-label': `裁剪框，${source.name}。方向键移动图片，加号和减号缩放，0 重置`,
          }}
          onCropChange={(crop) => onPose((now) => ({ ...now, crop }))}
          onZoomChange={zoomTo}
          onCropAreaChange={(_percent, pixels) => onArea(pixels)}
        />
      </div>
      <div className={styles.tools}>
        <Field className={styles.zoom} label={`缩放 ${Math.round(pose.zoom * 100)}%`}>
          <Slider
            min={1}
            max={MAX_ZOOM}
            step={ZOOM_STEP}
            rail={{ className: styles.rail }}
            value={pose.zoom}
            aria-valuetext={`${Math.round(pose.zoom * 100)}%`}
            onChange={(_event, { value }) => zoomTo(value)}
          />
        </Field>
        <Button icon={<ArrowRotateCounterclockwiseRegular />} aria-label="向左旋转" onClick={() => turn(-90)} />
        <Button icon={<ArrowRotateClockwiseRegular />} aria-label="向右旋转" onClick={() => turn(90)} />
        <Button icon={<ArrowResetRegular />} onClick={() => onPose(() => INITIAL_POSE)}>
          复原
        </Button>
      </div>
      <Text size={200} className={styles.muted}>
        拖动图片或用方向键移动，滚轮、加号和减号缩放。
      </Text>
    </>
  )
}
