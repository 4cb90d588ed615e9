import '@mantine/core/styles.css'
import 'virtual:theme.css'
import './style/page.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { resumeSession } from './gateway/api.ts'
import { desktopLanguage } from './gateway/desktop.ts'
import { keepFocusInSight } from './parts/in-sight.ts'
import { startWords } from './words/language.ts'

keepFocusInSight()
await startWords(await desktopLanguage())
await resumeSession()
const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
