// Makes a service of the gateway: the service control manager only starts programs that talk to it, and Node does not.
// install-gateway.ps1 compiles this with the compiler that is part of Windows; nothing is downloaded.
using System;
using System.Diagnostics;
using System.IO;
using System.Runtime.InteropServices;
using System.ServiceProcess;

public sealed class GatewayService : ServiceBase
{
    [DllImport("kernel32.dll", SetLastError = true)]
    static extern bool AttachConsole(uint processId);
    [DllImport("kernel32.dll", SetLastError = true)]
    static extern bool SetConsoleCtrlHandler(IntPtr handler, bool add);
    [DllImport("kernel32.dll", SetLastError = true)]
    static extern bool GenerateConsoleCtrlEvent(uint kind, uint group);

    const int StopWithinMs = 8000;
    const long LogBytes = 10 * 1024 * 1024;
    const int LogFiles = 10;

    readonly string checkout;
    readonly string kept;
    readonly string port;
    readonly object writing = new object();
    Process gateway;
    volatile bool isStopping;

    // GatewayService.exe CHECKOUT DATA_DIRECTORY PORT
    public static void Main(string[] args)
    {
        Run(new GatewayService(args[0], args[1], args[2]));
    }

    GatewayService(string checkout, string kept, string port)
    {
        ServiceName = "ResitGateway";
        CanShutdown = true;
        this.checkout = checkout;
        this.kept = kept;
        this.port = port;
    }

    protected override void OnStart(string[] args)
    {
        Directory.CreateDirectory(Path.Combine(kept, "logs"));
        var start = new ProcessStartInfo(Path.Combine(checkout, @"node_modules\node\bin\node.exe"))
        {
            Arguments = "electron\\headless\\main.ts --data-dir \"" + kept + "\" --port " + port,
            WorkingDirectory = checkout,
            UseShellExecute = false,
            CreateNoWindow = true,
            RedirectStandardError = true,
        };
        gateway = new Process { StartInfo = start, EnableRaisingEvents = true };
        gateway.ErrorDataReceived += (sender, line) => WriteLog(line.Data);
        gateway.Exited += (sender, ended) => HasEnded();
        gateway.Start();
        gateway.BeginErrorReadLine();
    }

    void HasEnded()
    {
        if (isStopping) return;
        var code = gateway.ExitCode;
        WriteLog("{\"msg\":\"the gateway ended with exit code " + code + "\"}");
        // 2 to 5: a second try changes nothing (contract 1). Ended without a word, the service is started again.
        if (code >= 2 && code <= 5) Stop();
        else Environment.Exit(1);
    }

    protected override void OnStop() { EndGateway(); }

    protected override void OnShutdown() { EndGateway(); }

    // As somebody who presses Ctrl+C in its console: it finishes what it is sending. What it does not finish is in doubt
    // at the next start, which asks the authority before it sends anything.
    void EndGateway()
    {
        isStopping = true;
        if (gateway == null || gateway.HasExited) return;
        RequestAdditionalTime(StopWithinMs + 2000);
        SetConsoleCtrlHandler(IntPtr.Zero, true);
        var isTold = AttachConsole((uint)gateway.Id) && GenerateConsoleCtrlEvent(0, 0);
        if (!isTold || !gateway.WaitForExit(StopWithinMs)) gateway.Kill();
    }

    void WriteLog(string line)
    {
        if (line == null) return;
        lock (writing)
        {
            var file = LogFile(0);
            if (File.Exists(file) && new FileInfo(file).Length > LogBytes) RotateLogs();
            File.AppendAllText(file, line + Environment.NewLine);
        }
    }

    void RotateLogs()
    {
        File.Delete(LogFile(LogFiles - 1));
        for (var age = LogFiles - 2; age >= 0; age--)
            if (File.Exists(LogFile(age))) File.Move(LogFile(age), LogFile(age + 1));
    }

    string LogFile(int age)
    {
        return Path.Combine(kept, "logs", age == 0 ? "gateway.log" : "gateway." + age + ".log");
    }
}
