import { Button, makeStyles, Radio, RadioGroup, Text, tokens } from '@fluentui/react-components'
import { useState } from 'react'
import { IMPORT_FILES, type ImportKind } from '#shared/contract/contentImport.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { DropZone } from '#renderer/features/uploads/DropZone.tsx'
import { StagingRows } from '#renderer/features/uploads/StagingRows.tsx'
import { UploadButton } from '#renderer/features/uploads/UploadButton.tsx'
import { UploadRow } from '#renderer/features/uploads/UploadRow.tsx'
import { useUploader } from '#renderer/features/uploads/useUploader.tsx'
import { Card } from '#renderer/ui/layout/Card.tsx'
import { countsText, IMPORT } from './text.ts'

const useStyles = makeStyles({
  radio: { alignItems: 'flex-start' },
  text: { color: tokens.colorNeutralForeground3 },
  label: { display: 'grid', gap: tokens.spacingVerticalXXS },
  zone: {
    alignItems: 'center',
    gap: tokens.spacingVerticalM,
    padding: tokens.spacingHorizontalXXL,
    border: `1px dashed ${tokens.colorNeutralStroke1}`,
    borderRadius: tokens.borderRadiusLarge,
    textAlign: 'center',
  },
  recent: { display: 'flex', alignItems: 'center', gap: tokens.spacingHorizontalM },
  name: { flex: '1 1 auto', minWidth: 0, overflowWrap: 'anywhere' },
})

const KINDS = Object.entries(IMPORT.kinds) as [ImportKind, { title: string; text: string }][]

/** The source, and what was begun in the last days. */
export function ChooseStep({ siteId, onBegun }: { siteId: number; onBegun: (id: number, jobId: number) => void }) {
  const styles = useStyles()
  const [kind, setKind] = useState<ImportKind>('wxr')
  const begin = useWrite('contentImport.begin', {
    success: false,
    onSuccess: ({ data }) => onBegun(data.id, data.jobId),
  })
  const recent = useRead('contentImport.list', { siteId }, { quiet: true })
  const rule = IMPORT_FILES[kind]
  const uploader = useUploader({
    target: { to: 'call', kind: 'file', dir: 'import', extensions: [...rule.extensions], limitMb: rule.limitMb },
    rule,
    label: IMPORT.choose,
    onDone: ({ accessPath }) => begin.mutate({ siteId, kind, path: accessPath }),
  })
  const busy = uploader.busy || begin.isPending
  const sending = uploader.busy ? uploader.ids.at(-1) : undefined
  return (
    <>
      <Card title={IMPORT.source}>
        <RadioGroup
          aria-label={IMPORT.source}
          value={kind}
          disabled={busy}
          onChange={(_event, { value }) => setKind(value as ImportKind)}
        >
          {KINDS.map(([value, { title, text }]) => (
            <Radio
              key={value}
              value={value}
              className={styles.radio}
              label={
                <span className={styles.label}>
                  <Text>{title}</Text>
                  <Text size={200} className={styles.text}>
                    {text}
                  </Text>
                </span>
              }
            />
          ))}
        </RadioGroup>
        <DropZone
          className={styles.zone}
          label={IMPORT.choose}
          text={IMPORT.dropHere}
          disabled={busy}
          onFiles={uploader.add}
        >
          {sending && <UploadRow id={sending} />}
          {uploader.busy && !sending && <StagingRows />}
          {!busy && (
            <>
              <Text className={styles.text}>{IMPORT.limit(rule.extensions, rule.limitMb)}</Text>
              <UploadButton uploader={uploader}>{IMPORT.choose}</UploadButton>
            </>
          )}
        </DropZone>
      </Card>
      {recent.data && recent.data.length > 0 && (
        <Card title={IMPORT.recent}>
          {recent.data.map(({ id, fileName, kind: of, createDate, result }) => (
            <div key={id} className={styles.recent}>
              <span className={styles.name}>
                {fileName}
                <Text block size={200} className={styles.text}>
                  {IMPORT.kinds[of].title} · {createDate}
                  {result && ` · ${countsText(result, false)}`}
                </Text>
              </span>
              <Button aria-label={`${IMPORT.goOn} ${fileName}`} onClick={() => onBegun(id, 0)}>
                {IMPORT.goOn}
              </Button>
            </div>
          ))}
        </Card>
      )}
    </>
  )
}
