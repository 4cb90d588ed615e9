import { useQuery } from '@tanstack/react-query'
import { fetchPage } from '../../../gateway/api.ts'
import { useWords } from '../../../words/language.ts'
import { recordWords } from '../../../words/record.ts'
import style from './record.module.css'

/** A picture cannot carry a token, so it is fetched like everything else. */
export function QrCode({ guid }: { readonly guid: string }) {
  const say = useWords(recordWords)
  const { data } = useQuery({
    queryKey: ['qr', guid],
    queryFn: async () => dataUrlOf(await (await fetchPage(`/operator/v1/records/${guid}/qr.png`)).blob()),
    staleTime: Number.POSITIVE_INFINITY,
  })
  return data === undefined ? null : <img className={style['qr']} src={data} alt={say('qr')} />
}

const dataUrlOf = (picture: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(typeof reader.result === 'string' ? reader.result : ''))
    reader.addEventListener('error', () => reject(reader.error ?? new Error('the picture could not be read')))
    reader.readAsDataURL(picture)
  })
