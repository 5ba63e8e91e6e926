import { Button, makeStyles, Spinner } from '@fluentui/react-components'
import { EyeRegular } from '@fluentui/react-icons'
import { useState } from 'react'
import type { FieldPair } from '#shared/contract/content.ts'
import { call } from '#renderer/data/client.ts'
import { showError } from '#renderer/data/errors.ts'
import { DESKTOP, PreviewFrame, type PreviewWidth, WidthPicker } from '#renderer/ui/viewers/PreviewFrame.tsx'
import { PanelDialog } from '#renderer/ui/dialogs/PanelDialog.tsx'
import { useToast } from '#renderer/ui/feedback/useToast.ts'

const useStyles = makeStyles({
  widths: { alignSelf: 'center' },
})

interface Props {
  classId: number
  id: () => number
  pairs: () => FieldPair[]
}

/** 预览: renders the unsaved form as a page, in a frame without scripts (B·§2). */
export function PreviewButton({ classId, id, pairs }: Props) {
  const styles = useStyles()
  const toast = useToast()
  const [busy, setBusy] = useState(false)
  const [href, setHref] = useState<string | null>(null)
  const [width, setWidth] = useState<PreviewWidth>(DESKTOP)

  const open = async (): Promise<void> => {
    if (busy) return
    setBusy(true)
    try {
      const { data } = await call('content.preview', { classId, id: id(), fieldList: pairs() })
      const [address] = data
      if (address) setHref((await call('preview.open', { address })).data.href)
      else toast.warning('服务器未返回预览地址，请检查栏目是否设置了详情页模板')
    } catch (error) {
      showError(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <Button
        icon={busy ? <Spinner size="extra-tiny" aria-hidden /> : <EyeRegular />}
        disabledFocusable={busy}
        onClick={() => void open()}
      >
        预览
      </Button>
      {href !== null && (
        <PanelDialog
          title="预览"
          size="full"
          onClose={() => setHref(null)}
          footer={<Button onClick={() => setHref(null)}>关闭</Button>}
        >
          <div className={styles.widths}>
            <WidthPicker width={width} onChange={setWidth} />
          </div>
          <PreviewFrame width={width} title="内容预览" sandbox="" href={href} />
        </PanelDialog>
      )}
    </>
  )
}
