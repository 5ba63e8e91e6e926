import { Button, makeStyles, tokens } from '@fluentui/react-components'
import { useState } from 'react'
import type { UploadKind } from '#shared/contract/upload.ts'
import { isSuper } from '#shared/domain/permissions.ts'
import { useAuthority } from '#renderer/data/useAuthority.ts'
import { useCurrentSite } from '#renderer/data/currentSite.ts'
import { KIND_LABELS } from '#renderer/features/media/kindLabels.ts'
import { Page, PageHeader } from '#renderer/ui/layout/Page.tsx'
import { type TabDefinition, Tabs } from '#renderer/ui/layout/Tabs.tsx'
import { useTabChoice } from '#renderer/ui/layout/useTabChoice.ts'
import { DropZone } from '#renderer/features/uploads/DropZone.tsx'
import { StagingRows } from '#renderer/features/uploads/StagingRows.tsx'
import { UploadButton } from '#renderer/features/uploads/UploadButton.tsx'
import { useUploader } from '#renderer/features/uploads/useUploader.tsx'
import { LibraryList } from './LibraryList.tsx'
import { QuotaDialog } from './QuotaDialog.tsx'
import { ViewChoice } from './ViewChoice.tsx'

const useStyles = makeStyles({ zone: { gap: tokens.spacingVerticalL } })

const toTab = (id: UploadKind): TabDefinition<UploadKind> => ({ id, title: KIND_LABELS[id] })
const KINDS: readonly [UploadKind, ...UploadKind[]] = ['image', 'file', 'video', 'audio']

const [first, ...others] = KINDS
const TABS = [toTab(first), ...others.map(toTab)] as const

/** The uploaded files of the server, by kind (B·§2 Resource library). */
export function ResourceLibrary() {
  const styles = useStyles()
  const [kind, choose] = useTabChoice<UploadKind>([...TABS])
  const siteId = useCurrentSite()
  const uploader = useUploader({
    target: { to: 'library', kind, siteId },
    multiple: true,
    label: `选择要上传的${KIND_LABELS[kind]}`,
  })
  // While a preview or a dialog is open, a paste is not meant for the list behind it.
  const [covered, setCovered] = useState(false)
  const [quota, setQuota] = useState(false)
  const mayChange = isSuper(useAuthority())
  return (
    <Page>
      <PageHeader
        title="资源库"
        text="站点、栏目和模板使用的图片、文件、视频和音频"
        actions={
          <>
            <ViewChoice />
            {mayChange && <Button onClick={() => setQuota(true)}>空间配额</Button>}
            <UploadButton uploader={uploader}>上传{KIND_LABELS[kind]}</UploadButton>
          </>
        }
      />
      <StagingRows />
      <Tabs tabs={TABS} selected={kind} onSelect={choose}>
        <DropZone
          label={`资源库：${KIND_LABELS[kind]}`}
          text={`松开鼠标，上传到资源库的“${KIND_LABELS[kind]}”`}
          onFiles={uploader.add}
          disabled={covered || quota}
          className={styles.zone}
        >
          <LibraryList key={kind} kind={kind} onUpload={uploader.pick} onCoveredChange={setCovered} />
        </DropZone>
      </Tabs>
      {quota && <QuotaDialog onClose={() => setQuota(false)} />}
    </Page>
  )
}
