import { Button, makeStyles, tokens } from '@fluentui/react-components'
import { useState } from 'react'
import { useParams, useSearchParams } from 'react-router-dom'
import type { ContentImport, ImportMapping } from '#shared/contract/contentImport.ts'
import { notify } from '#renderer/data/notices.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { followJob } from '#renderer/features/jobs/followJob.ts'
import { useJob } from '#renderer/features/jobs/useJob.ts'
import { StepList } from '#renderer/ui/dialogs/StepList.tsx'
import { ErrorState } from '#renderer/ui/feedback/States.tsx'
import { Page, PageHeader } from '#renderer/ui/layout/Page.tsx'
import { ChooseStep } from './ChooseStep.tsx'
import { FoundStep } from './FoundStep.tsx'
import { firstMapping, missingIn } from './mapping.ts'
import { MappingStep } from './MappingStep.tsx'
import { ResultStep } from './ResultStep.tsx'

const useStyles = makeStyles({
  actions: {
    display: 'flex',
    justifyContent: 'flex-end',
    gap: tokens.spacingHorizontalS,
    flexShrink: 0,
  },
})

const STEPS = ['选择来源', '查看内容', '对应栏目', '试导入', '导入']

/** Contents of another program into a site; which import it is stands in the address. */
export function ImportWizard() {
  const siteId = Number(useParams()['siteId'])
  const [query, setQuery] = useSearchParams()
  const id = Number(query.get('import') ?? 0)
  const { data: sites } = useRead('site.page', { page: 1, size: 200 }, { quiet: true })
  const site = sites?.content.find((each) => each.id === siteId)
  const begun = (next: number, jobId: number): void => {
    setQuery({ import: String(next) })
    if (jobId > 0) followJob({ jobId, title: '正在读取文件，请稍候…' })
  }
  return (
    <Page>
      <PageHeader
        title={site ? `内容迁移到“${site.title}”` : '内容迁移'}
        text="把别的网站或表格里的内容导入到这个站点。正式导入前可以试导入，试导入不写入任何内容。"
      />
      {Number.isSafeInteger(id) && id > 0 ? (
        <Begun key={id} id={id} onAgain={() => setQuery({})} />
      ) : (
        <>
          <StepList titles={STEPS} at={0} onGo={() => undefined} />
          <ChooseStep siteId={siteId} onBegun={begun} />
        </>
      )}
    </Page>
  )
}

function Begun({ id, onAgain }: { id: number; onAgain: () => void }) {
  const read = useRead('contentImport.findById', { id }, { quiet: true })
  const { data: made, error } = read
  if (error) return <ErrorState error={error} onRetry={() => void read.refetch()} />
  if (!made) return null
  return <Steps key={made.found ? 'read' : 'reading'} made={made} onAgain={onAgain} />
}

const [FOUND, MAPPING, TRIAL, RUN] = [1, 2, 3, 4]

function Steps({ made, onAgain }: { made: ContentImport; onAgain: () => void }) {
  const styles = useStyles()
  const [at, setAt] = useState(FOUND)
  const [mapping, setMapping] = useState<ImportMapping>(() => firstMapping(made))
  const [started, setStarted] = useState({ trial: 0, run: 0 })
  const { data: job } = useJob(made.jobId)
  const going = job !== undefined && job.endDate === ''
  const run = useWrite('contentImport.run', {
    success: false,
    onSuccess: ({ data }, { trial }) => {
      setStarted((now) => ({ ...now, [trial ? 'trial' : 'run']: data.jobId }))
      followJob({ jobId: data.jobId, title: trial ? '试导入' : '导入' })
    },
  })
  const begin = (trial: boolean): void => run.mutate({ ...mapping, id: made.id, trial })
  const next = (): void => {
    const missing = at === MAPPING ? missingIn(mapping, made.kind) : null
    if (missing) notify('error', missing)
    else setAt(at + 1)
  }
  const busy = run.isPending || going
  const { found } = made
  return (
    <>
      <StepList titles={STEPS} at={at} onGo={(step) => (step === 0 ? onAgain() : setAt(step))} />
      {at === FOUND && <FoundStep made={made} />}
      {at === MAPPING && found && (
        <MappingStep
          made={made}
          found={found}
          mapping={mapping}
          onChange={(more) => setMapping((now) => ({ ...now, ...more }))}
        />
      )}
      {at === TRIAL && <ResultStep key="trial" made={made} trial jobId={started.trial} />}
      {at === RUN && <ResultStep key="run" made={made} trial={false} jobId={started.run} />}
      <div className={styles.actions}>
        {at === FOUND && <Button onClick={onAgain}>更换文件</Button>}
        {at > FOUND && (
          <Button disabledFocusable={busy} onClick={() => setAt(at - 1)}>
            上一步
          </Button>
        )}
        {at === TRIAL && (
          <Button
            appearance={made.trial ? 'secondary' : 'primary'}
            disabledFocusable={busy}
            onClick={() => begin(true)}
          >
            开始试导入
          </Button>
        )}
        {at === RUN && made.result && !busy && <Button onClick={onAgain}>再导入一个文件</Button>}
        {at === RUN ? (
          <Button appearance="primary" disabledFocusable={busy} onClick={() => begin(false)}>
            开始导入
          </Button>
        ) : (
          <Button
            appearance={at === TRIAL && !made.trial ? 'secondary' : 'primary'}
            disabledFocusable={busy || !found}
            onClick={next}
          >
            下一步
          </Button>
        )}
      </div>
    </>
  )
}
