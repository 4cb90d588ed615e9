import { Group } from '@mantine/core'
import { IconFileTypePdf, IconFileTypography, IconPrinter } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { fetchAuthorized } from '../../../gateway/api.ts'
import { base64OfFile } from '../../../gateway/base64.ts'
import { desktop } from '../../../gateway/desktop.ts'
import type { RecordDetail } from '../../../gateway/records.ts'
import { PrintOrSaveError, printRecord, saveRecordPdf } from '../../../gateway/slip.ts'
import { CopyButton } from '../../../parts/copy-button.tsx'
import { Secondary } from '../../../parts/secondary.tsx'
import { Section } from '../../../parts/section.tsx'
import { useErrorSentence } from '../../../parts/states.tsx'
import { useWords } from '../../../words/language.ts'
import { printWords } from '../../../words/print.ts'
import { recordWords } from '../../../words/record.ts'
import { Fact } from './in-doubt.tsx'
import style from './record.module.css'
import { givenLinkOf, SendToBuyer } from './send.tsx'

/** The document at MyInvois: its numbers, its QR code, and why it was not cancelled. */
export function AtAuthority({ shown }: { readonly shown: RecordDetail }) {
  const say = useWords(recordWords)
  const { record } = shown
  const { AUTHORITY, CANCELLATION } = record
  if (AUTHORITY === null && !CANCELLATION?.MESSAGE) return null
  const link = givenLinkOf(record)
  return (
    <Section className={style['part']} title={say('authority')}>
      {CANCELLATION?.MESSAGE && (
        <p>
          <bdi>{CANCELLATION.MESSAGE}</bdi>
        </p>
      )}
      {AUTHORITY !== null && (
        <div className={style['authority']}>
          <dl className={style['facts']}>
            <Fact term={say('uuid')}>
              <bdi className={style['number']}>{AUTHORITY.UUID}</bdi>
            </Fact>
          </dl>
          <Group gap="sm" grow preventGrowOverflow={false}>
            <CopyButton text={AUTHORITY.UUID} />
            {link !== null && <CopyButton text={link} label={say('link')} />}
            {AUTHORITY.VALIDATION_URL !== null && <PrintActs guid={record.SALE_GUID} />}
            <SendToBuyer shown={shown} />
          </Group>
          {record.STATUS === 'Cancelled' && <p>{say('paper_cancelled')}</p>}
          {link !== null && <QrCode guid={record.SALE_GUID} />}
        </div>
      )}
    </Section>
  )
}

const formats = {
  slip: { print: (guid: string) => printRecord(guid), icon: <IconPrinter size={20} aria-hidden /> },
  a4: { print: (guid: string) => printRecord(guid, 'a4'), icon: <IconFileTypography size={20} aria-hidden /> },
  pdf: { print: saveRecordPdf, icon: <IconFileTypePdf size={20} aria-hidden /> },
} as const
type Format = keyof typeof formats

/** A browser has one print dialog for every paper. */
const offered: readonly Format[] = desktop === null ? ['slip', 'pdf'] : ['slip', 'a4', 'pdf']

export function PrintActs({ guid }: { readonly guid: string }) {
  const say = useWords(printWords)
  const sentenceOf = useErrorSentence()
  const print = useMutation({ mutationFn: (format: Format) => formats[format].print(guid) })
  return (
    <>
      {offered.map((format) => (
        <Secondary
          key={format}
          leftSection={formats[format].icon}
          loading={print.isPending && print.variables === format}
          onClick={() => print.mutate(format)}
        >
          {say(format)}
        </Secondary>
      ))}
      {print.isError && (
        <span role="alert">{print.error instanceof PrintOrSaveError ? say('failed') : sentenceOf(print.error)}</span>
      )}
    </>
  )
}

/** An `img` cannot send a token, so the picture is fetched. */
export function QrCode({ guid }: { readonly guid: string }) {
  const say = useWords(recordWords)
  const { data } = useQuery({
    queryKey: ['qr', guid],
    queryFn: async () => base64OfFile(await (await fetchAuthorized(`/operator/v1/records/${guid}/qr.png`)).blob()),
    staleTime: Number.POSITIVE_INFINITY,
  })
  // An empty box of the same size, so that the buttons below do not move under a finger.
  return data === undefined ? (
    <div className={style['qr']} />
  ) : (
    <img className={style['qr']} src={`data:image/png;base64,${data}`} alt={say('qr')} />
  )
}
