import {
  CodeBlockRegular,
  ImageRegular,
  LineHorizontal1Regular,
  LinkRegular,
  VideoClipRegular,
} from '@fluentui/react-icons'
import { useState } from 'react'
import { EventBoundary } from '#renderer/features/media/picker/EventBoundary.tsx'
import { MediaPicker } from '#renderer/features/media/picker/MediaPicker.tsx'
import { VideoDialog } from '../dialogs/VideoDialog.tsx'
import { ImageDialog } from '../dialogs/ImageDialog.tsx'
import { LinkDialog } from '../dialogs/LinkDialog.tsx'
import { applyDefaultStyles } from '../looks.ts'
import { insertImages, insertVideos } from '../insert.ts'
import { TableMenu } from './TableMenu.tsx'
import { Tool } from './Tool.tsx'
import type { ToolGroupProps } from './toolGroup.ts'

type Open = 'link' | 'image' | 'picture' | 'video' | 'film' | null

/** Tools to insert links, pictures, videos, tables, rules and code. */
export function InsertTools({ editor, at, disabled, siteId }: ToolGroupProps & { siteId: number }) {
  const [open, setOpen] = useState<Open>(null)
  const chain = () => editor.chain().focus()
  const close = (): void => setOpen(null)
  return (
    <>
      <Tool label="链接" icon={<LinkRegular />} pressed={at.link} disabled={disabled} onClick={() => setOpen('link')} />
      <Tool
        label={at.image ? '图片属性' : '图片'}
        icon={<ImageRegular />}
        pressed={at.image}
        disabled={disabled}
        onClick={() => setOpen(at.image ? 'picture' : 'image')}
      />
      <Tool
        label={at.video ? '视频属性' : '视频'}
        icon={<VideoClipRegular />}
        pressed={at.video}
        disabled={disabled}
        onClick={() => setOpen(at.video ? 'film' : 'video')}
      />
      <TableMenu editor={editor} inTable={at.table} disabled={disabled} />
      <Tool
        label="分隔线"
        icon={<LineHorizontal1Regular />}
        disabled={disabled}
        onClick={() => chain().setHorizontalRule().command(applyDefaultStyles('horizontalRule')).run()}
      />
      <Tool
        label="代码块"
        icon={<CodeBlockRegular />}
        pressed={at.codeBlock}
        disabled={disabled}
        onClick={() => chain().toggleCodeBlock().command(applyDefaultStyles('codeBlock')).run()}
      />
      {open && (
        <EventBoundary>
          {open === 'link' && <LinkDialog editor={editor} onClose={close} />}
          {open === 'film' && <VideoDialog editor={editor} onClose={close} />}
          {open === 'picture' && <ImageDialog editor={editor} onClose={close} />}
          {open === 'image' && (
            <MediaPicker
              kind="image"
              many
              siteId={siteId}
              onConfirm={(chosen) => {
                insertImages(
                  editor,
                  chosen.map(({ src, name }) => ({ src, alt: name.replace(/\.[^.]+$/, '') })),
                )
                close()
              }}
              onClose={close}
            />
          )}
          {open === 'video' && (
            <MediaPicker
              kind="video"
              siteId={siteId}
              onConfirm={(chosen) => {
                insertVideos(
                  editor,
                  chosen.map(({ src }) => src),
                )
                close()
              }}
              onClose={close}
            />
          )}
        </EventBoundary>
      )}
    </>
  )
}
