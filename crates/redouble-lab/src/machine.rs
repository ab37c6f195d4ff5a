//! The machine a measurement was made on.

use std::sync::OnceLock;

/// Its processor, number of threads and system, such as `Ryzen 7 5800X, 16 threads, linux x86_64`.
pub fn name() -> &'static str {
    static NAME: OnceLock<String> = OnceLock::new();
    NAME.get_or_init(|| {
        let (system, architecture) = (std::env::consts::OS, std::env::consts::ARCH);
        let processor = processor().unwrap_or_else(|| "unknown processor".to_owned());
        format!("{processor}, {} threads, {system} {architecture}", threads())
    })
}

/// How many threads can run at once.
pub fn threads() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// How many bytes of memory it has, where the system says so in a file, as Linux does.
pub fn memory() -> Option<usize> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let kibibytes: usize = text.strip_prefix("MemTotal:")?.split_whitespace().next()?.parse().ok()?;
    kibibytes.checked_mul(1024)
}

/// What Linux calls the processor. Other systems do not say it in a file.
fn processor() -> Option<String> {
    let text = std::fs::read_to_string("/proc/cpuinfo").ok()?;
    let line = text.lines().find(|line| line.starts_with("model name"))?;
    Some(line.split_once(':')?.1.trim().to_owned())
}
