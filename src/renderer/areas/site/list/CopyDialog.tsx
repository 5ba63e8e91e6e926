import { useState } from 'react'
import type { Site } from '#shared/contract/site.ts'
import { CopyForm, type CopyValues } from './CopyForm.tsx'
import { CopyProgress } from './CopyProgress.tsx'

/** Copies a site (A·§2): the form, then the progress; a failed copy leads back to the form as it was filled. */
export function CopyDialog({ site, onClose }: { site: Site; onClose: () => void }) {
  const [values, setValues] = useState<CopyValues>(() => ({
    id: site.id,
    title: `${site.title.slice(0, 250)} 副本`,
    symbol: `${site.symbol.slice(0, 59)}-copy`,
    folder: '',
    domain: '',
  }))
  const [jobId, setJobId] = useState(0)
  if (jobId > 0) {
    return <CopyProgress jobId={jobId} title={values.title} onClose={onClose} onAgain={() => setJobId(0)} />
  }
  return (
    <CopyForm
      of={site.title}
      values={values}
      onStarted={(job, form) => {
        setValues(form)
        setJobId(job)
      }}
      onClose={onClose}
    />
  )
}
