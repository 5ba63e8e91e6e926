import { Button, makeStyles, Text, tokens } from '@fluentui/react-components'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { can, PERMISSION } from '#shared/domain/permissions.ts'
import { MENU } from '#shared/domain/systemMenus.ts'
import { formatBytes } from '#shared/util/bytes.ts'
import { useAuthority } from '#renderer/data/useAuthority.ts'
import { CodeField } from '#renderer/features/codeEditor/CodeField.tsx'
import { CropDialog } from '#renderer/features/media/cropper/CropDialog.tsx'
import { MediaField } from '#renderer/features/media/picker/MediaField.tsx'
import { RichTextField } from '#renderer/features/richText/RichTextField.tsx'
import { SheetButtons } from '#renderer/features/sheets/SheetButtons.tsx'
import { DropZone } from '#renderer/features/uploads/DropZone.tsx'
import { UploadButton } from '#renderer/features/uploads/UploadButton.tsx'
import { UploadList } from '#renderer/features/uploads/UploadList.tsx'
import { useUploader } from '#renderer/features/uploads/useUploader.tsx'
import { EmptyState } from '#renderer/ui/feedback/States.tsx'
import { PAPER } from '#renderer/ui/layout/paper.ts'
import { MediaViewer } from '#renderer/ui/viewers/MediaViewer.tsx'
import type { DemoContents } from '../shared/demoRoutes.ts'
import { useDemoStyles } from '../shared/kit.tsx'

const useStyles = makeStyles({
  view: { display: 'flex', flexDirection: 'column', height: '360px' },
  area: {
    display: 'grid',
    placeItems: 'center',
    alignContent: 'center',
    gap: tokens.spacingVerticalM,
    minHeight: '160px',
    border: `2px dashed ${tokens.colorNeutralStroke1}`,
    borderRadius: tokens.borderRadiusLarge,
  },
  uploads: { height: '240px' },
  frame: {
    flex: '1 0 320px',
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusMedium,
  },
})

function Cropper() {
  const styles = useDemoStyles()
  const [open, setOpen] = useState(false)
  const [name, setName] = useState('')
  return (
    <>
      <Button className={styles.start} onClick={() => setOpen(true)}>
        裁剪头像
      </Button>
      {name && <Text>{name}</Text>}
      {open && (
        <CropDialog
          round
          note="裁剪结果不会保存到数据库，刷新后重置。"
          onCropped={(file) => {
            setName(`裁剪完成：${file.name}，${formatBytes(file.size)}`)
            setOpen(false)
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}

const ARTICLE = {
  content: '<h2>海洋科技周开幕</h2><p>本届<strong>海洋科技周</strong>以“向海图强”为主题。</p>',
  code: '<article>\n  <h1>{{ entry.title }}</h1>\n</article>\n',
}

function Editors() {
  const { control } = useForm({ defaultValues: ARTICLE })
  return (
    <>
      <RichTextField control={control} name="content" label="正文" />
      <CodeField control={control} name="code" label="代码" language="html" />
    </>
  )
}

function Player() {
  const styles = useStyles()
  const { field } = useDemoStyles()
  const { control, watch } = useForm({ defaultValues: { video: '' } })
  const video = watch('video')
  return (
    <>
      <div className={field}>
        <MediaField control={control} name="video" label="视频" kind="video" />
      </div>
      {video ? (
        <div className={styles.view}>
          <MediaViewer key={video} file={{ accessPath: video, oldName: '所选视频', extension: 'mp4', kind: 'video' }} />
        </div>
      ) : (
        <EmptyState title="还没有选择视频" text="从资源库中选择，或上传一个 mp4 文件。" />
      )}
    </>
  )
}

function Upload() {
  const styles = useStyles()
  const uploader = useUploader({
    target: { to: 'library', kind: 'image', siteId: 0 },
    multiple: true,
    label: '选择要上传的图片',
  })
  return (
    <>
      <DropZone label="上传图片" text="松开鼠标上传" onFiles={uploader.add}>
        <div className={styles.area}>
          <Text>将图片拖到此处，或</Text>
          <UploadButton uploader={uploader} />
        </div>
      </DropZone>
      <UploadList ids={uploader.ids} className={styles.uploads} />
    </>
  )
}

const FRAME_HTML = `<!doctype html><html lang="zh-CN"><title>内嵌页面</title><body style="font-family: sans-serif; padding: 24px; border-top: 4px solid ${PAPER.line}"><h1>内嵌的页面</h1><p>这是一页静态的 HTML。</p></body></html>`

function Frame() {
  const styles = useStyles()
  return <iframe title="内嵌页面" sandbox="" srcDoc={FRAME_HTML} className={styles.frame} />
}

const DICTIONARIES = { siteId: 0, menuId: MENU.dictionary }

function Excel() {
  const canExport = can(useAuthority(), { ...DICTIONARIES, code: PERMISSION.exportSheet })
  return (
    <>
      <div>
        <SheetButtons what="字典" at={DICTIONARIES} exports={{ operation: 'dictionary.exportSheet', input: {} }} />
      </div>
      {!canExport && <Text>没有字典的导出权限，因此不显示按钮。</Text>}
    </>
  )
}

export const MEDIA_PAGES: DemoContents = {
  '/vab/cropper': { text: '选择本机图片，裁剪为正方形。', Content: Cropper },
  '/vab/editor': { text: '富文本和代码。', Content: Editors },
  '/vab/player': { text: '播放资源库中的视频和音频；上传的文件会进入资源库。', Content: Player },
  '/vab/upload': { text: '拖入文件或点击“上传”：分片、断点续传、秒传。上传的文件会进入资源库。', Content: Upload },
  '/vab/iframe': { text: '内嵌页面没有来源，不能运行脚本；程序不嵌入其他网站。', Content: Frame },
  '/vab/excel': { text: '导出真实的字典：有字典导出权限时才有按钮。', Content: Excel },
}
